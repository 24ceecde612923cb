"""One synthetic run with everything in it, for the tests of the whole and for a look at the printed summary."""

from __future__ import annotations

import random

from synthetic_run import CAPACITIES, SyntheticRun, checked

REPETITIONS = 9
# Alone, 1p1c, 2p2c, 4p4c, shared pairs, round trip.
QUEUES = {
    "null_queue": (0.33, 0.34, None, None, None, None),
    "plain_ring": (1.02, None, None, None, None, None),
    "fetch_add": (2.01, None, None, None, 4.4, None),
    "mutex_queue": (13, 73, 76, 310, 62, 1249),
    "vyukov_ring": (4.6, 9.6, 14, 42, 60, 105),
    "vyukov_ring_strong": (4.6, 53, 76, 120, 69, 271),
    "wpol_queue": (11, 58, 61, 190, 80, 390),
    "wpol_queue_padded": (9.8, 12.5, 16, 60, 64, 150),
    "boost_lockfree_queue": (16, 165, 155, 170, 146, 330),
    "moodycamel_queue": (9.6, 23, 56, 58, 54, 277),
    "tbb_bounded_queue": (17, 107, 98, 5800, 95, 400),
    "spsc_ring": (2.2, 3.1, None, None, None, 101),
    "priority_heap": (21, 96, 120, 390, 101, 1300),
    "multi_queue": (24, 41, 45, 60, 44, 420),
    "segment_queue": (14, 31, 36, 52, 33, 240),
    "mpsc_queue": (7, 28, None, None, None, 160),
}
# Slower by so much than with as many producers as consumers: loads that break designs.
BREAKING = {("pair", "1t.d1000"): 1.3, ("mpmc", "2p1c"): 2.2, ("mpmc", "1p3c"): 3.1, ("mpmc", "1p1c.think100"): 20.0,
            ("mpmc", "1p1c.c16"): 4.0, ("burst", "1t.d1024"): 1.8, ("poll_empty", "2t"): 0.4, ("push_full", "1t"): 0.3}
# Columns of 2t: mean, 99th percentile and maximum of the rank error, and how many overtook one item.
ORDER_ERRORS = {"multi_queue": (7.4, 61, 210, 340), "segment_queue": (1.1, 7, 8, 8), "priority_heap": (0.02, 1, 2, 1),
                "vyukov_ring": (0.01, 1, 1, 1)}
# Nanoseconds that the other one waits for a stalled participant.
STALLED = {"mutex_queue": 1_040_000, "vyukov_ring": 1_010_000, "wpol_queue": 180, "spsc_ring": 95}
COLUMNS = [("pair", "1t"), ("mpmc", "1p1c"), ("mpmc", "2p2c"), ("mpmc", "4p4c"), ("shared_pairs", "2t"),
           ("ping_pong", "2t")]


def example_run() -> SyntheticRun:
    draw = random.Random(5)
    run = SyntheticRun(warnings=["virtual machine: placement drifts; ratios are paired within placement modes",
                                 "the CPU governor is 'powersave'; `schedlab doctor` says how to change it"],
                       left_out=["queue/tbb_bounded_queue/mpmc/8p8c", "queue/mutex_queue/mpmc/8p8c"],
                       skipped=[{"name": "folly_queue", "reason": "package libfolly-dev is not installed"}],
                       code_sizes={"wpol_queue": 2210, "vyukov_ring": 640, "mutex_queue": 1890}, steal_time_share=0.001)
    for name in ("null_queue", "plain_ring", "fetch_add"):
        run.design(name, "yardstick", order="none", strength="strong")
    run.design("mutex_queue", bounded=False, strength="strong", checked=checked("changed")).design("vyukov_ring")
    run.design("vyukov_ring_strong", strength="strong", checked=checked("quick", bounds={"sc": "2+2 complete"}))
    run.design("wpol_queue", progress="lock_free").design("wpol_queue_padded", progress="lock_free")
    run.design("wpol_queue_as_written", sound=False, checked=checked(
        "refuted", suite="full", defects=["A", "A'", "A2", "B", "C1", "C2", "D2", "E"], why="item 10 was lost",
        specified_orders={"the whole table": "enough for one producer and one consumer",
                          "entry load: acquire": "enough; relaxed is not: data race",
                          "counter update: relaxed": "enough"}))
    run.design("chase_lev_deque", bounded=False, order="deque", producers="one", progress="lock_free")
    run.design("spsc_ring", producers="one", consumers="one", progress="wait_free", strength="strong")
    run.design("priority_heap", bounded=False, order="highest_first", strength="strong")
    run.design("multi_queue", bounded=False, order="highest_first", relaxation=-1)
    run.design("segment_queue", bounded=False, relaxation=64, progress="lock_free")
    run.design("mpsc_queue", bounded=False, consumers="one", progress="lock_free")
    run.design("boost_lockfree_queue", "peer", strength="strong", progress="lock_free")
    run.design("moodycamel_queue", "peer", bounded=False, order="producer_fifo", progress="lock_free")
    run.design("tbb_bounded_queue", "peer", strength="strong")

    def times(centre: float, scale: float = 1.0) -> list[float]:
        return [centre * scale * draw.lognormvariate(0, 0.02) for _ in range(REPETITIONS)]

    for name, centres in QUEUES.items():
        for (workload, load), centre in zip(COLUMNS, centres):
            if name == "mutex_queue" and load == "4p4c":
                run.failure(name, workload, load, "no progress within 20 s: stopped", REPETITIONS)
            elif centre is not None:
                latencies = {} if workload == "ping_pong" else {
                    "latency_samples": 4000, "p50_ns": centre + 20, "p99_ns": 3 * centre + 30,
                    "push_mean_ns": centre * 0.6, "pop_mean_ns": centre * 0.5, "failed_pushes_per_item": 0.02,
                    "failed_pops_per_item": 0.31}
                if load in ("2p2c", "4p4c"):
                    latencies |= {"least_served": 0.91, "most_served": 1.09, "longest_wait_ns": 41_000}
                for mode, scale, share in (("-", 1.0, 1),) if load == "1t" else (("80ns", 1.0, 2), ("480ns", 2.1, 1)):
                    run.cell(name, workload, load, times(centre, scale)[: 3 * share if load != "1t" else 9], [mode],
                             load == "4p4c", **latencies)
        for (workload, load), factor in BREAKING.items():
            alone, shared = centres[0], centres[1] or centres[0]
            if name == "fetch_add" or (name not in ("null_queue", "plain_ring", "spsc_ring", "mpsc_queue")):
                run.cell(name, workload, load, times((alone if load.startswith("1t") else shared) * factor),
                         ["-" if load.startswith("1t") else "80ns"], load == "1p3c", latency_samples=900, p50_ns=40,
                         p99_ns=90)
        if name in ORDER_ERRORS:
            mean, p99, most, overtaken = ORDER_ERRORS[name]
            run.cell(name, "order_errors", "2t", times(50), ["80ns"], rank_error_mean=mean, rank_error_p99=p99,
                     rank_error_max=most, overtaken_max=overtaken)
        if name in STALLED:
            run.cell(name, "stalled", "2t", times(STALLED[name]), ["80ns"], p50_ns=STALLED[name] / 2,
                     p99_ns=STALLED[name] * 2, max_ns=STALLED[name] * 9, stalled_share=0.5)
        if name not in ("null_queue", "plain_ring", "fetch_add"):
            run.cell(name, "memory", "100000items", [1.0], bytes_idle=16640, bytes_per_1000_items=17200,
                     bytes_per_item=17.2, bytes_after_drain=9000)
            run.cell(name, "memory", "1000items", [1.0], bytes_idle=16640 if "ring" in name else 66000,
                     bytes_per_1000_items=16640 if "ring" in name else 66200, bytes_per_item=16.0)
    for load, centre in (("depth0", 9.1), ("depth32", 7.4)):
        run.cell("chase_lev_deque", "owner", load, times(centre))
    for load, centre in (("1t.burst1", 59.0), ("1t.burst64", 24.0)):
        run.cell("chase_lev_deque", "steal", load, times(centre), ["80ns", "480ns", "drifted"])
    for operation, centre, exponent in (("push", 5.6, 0.0), ("pop", 5.1, 0.0), ("allocate", 7.4, 0.03),
                                        ("free", 6.2, 0.0), ("size", 0.9, 0.0)):
        for capacity in CAPACITIES:
            run.cell("wpol_queue", "growth", f"{operation}.c{capacity}", times(centre * capacity ** exponent))
    return run
