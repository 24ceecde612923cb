// <ck_ring.h> for C++. One of its functions returns false for a null pointer, which C allows and C++ does not; zero is
// both, so that word reads zero while the header is included. All that it includes is included before.
#pragma once

#include <ck_cc.h>
#include <ck_md.h>
#include <ck_pr.h>
#include <ck_stdbool.h>
#include <ck_string.h>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wkeyword-macro"
#endif
#define false 0
#include <ck_ring.h>
#undef false
#if defined(__clang__)
#pragma clang diagnostic pop
#endif
