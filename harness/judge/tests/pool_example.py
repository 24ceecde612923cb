"""A synthetic run of schedulers with everything in it, as the quick suite and a little more measure it on two cores."""

from __future__ import annotations

import random

from synthetic_run import SyntheticRun, checked

REPETITIONS = 5
STEALING = "work_stealing.chase_lev_deque.sticky.one.park"
SPINNING = "work_stealing.chase_lev_deque.sticky.one.spin"
BASELINE = "global_queue.mutex_queue.block"
RING = "global_queue.claim_ring.park"
# Nanoseconds with one worker: flood, fib, uts.
OWN = {STEALING: (190, 31, 120), SPINNING: (150, 30, 118), RING: (140, 210, 180), BASELINE: (420, 900, 700)}
PEERS = {"tbb_arena": (230, 60, 260), "asio_thread_pool": (600, 1500, 1300)}
CORES = 2


def pool_example(run: SyntheticRun | None = None) -> SyntheticRun:
    draw = random.Random(9)
    run = run or SyntheticRun(warnings=["virtual machine: placement drifts"])
    run.scheduler("serial", "yardstick")
    for name in OWN:
        run.scheduler(name, checked=checked("quick", bounds={"sc": "2+2 complete"}))
    for name in PEERS:
        run.scheduler(name, "peer")

    def times(centre: float) -> list[float]:
        return [centre * draw.lognormvariate(0, 0.02) for _ in range(REPETITIONS)]

    for name, (flood, fib, uts) in {"serial": (9, 3, 80), **OWN, **PEERS}.items():
        own, locks = name in OWN, name == BASELINE
        for workload, work, centre, threads in (("flood", "1s", flood, 1), ("fib", "n22", fib, 0),
                                                ("uts", "T1.d7", uts, 0), ("submit_flood", "inside", flood, 0)):
            for workers in (1, 2, 8, 16) if workload == "flood" else (1, 2):
                time = centre / (workers ** 0.8 if workload != "flood" and name != "serial" and not locks else 1)
                counters = {"context_switches_per_item": 0.4 if locks else 0.002, "steals_per_item": 0.01 * own,
                            "voluntary_switches_per_item": 0.0015, "involuntary_switches_per_item": 0.0005,
                            "most_switches_of_a_thread_per_item": 0.001, "lost_races_per_item": 0.0001 * own,
                            "parks_per_item": 0.003 * own, "empty_wakes_per_item": 0.0004 * own, "called_per_item": 0.0}
                if own:
                    counters |= {"largest_worker_share": 0.53, "work_conservation_violations": 0.021}
                if locks:
                    counters |= {"contended_acquisitions_per_item": 0.12, "lock_wait_ns_per_item": 350.0}
                run.cell(name, workload, f"w{workers}.{work}", times(time), ["-" if workers == 1 else "80ns"],
                         workers + threads > CORES, **counters)
        for grain, share in ((100, 0.2), (500, 0.45), (1000, 0.7), (10000, 0.97)):
            for workers in (1, 2):
                run.cell(name, "grain", f"w{workers}.{grain}ns", times(grain / workers / share))
        for load in (70, 90):
            late = 0.05 if name == "serial" else 0.001
            run.cell(name, "open_poisson", f"w1.load{load}", times(14000), dispatch_p50_ns=2000 + flood,
                     dispatch_p99_ns=40000 + 10 * flood, delay_p99_ns=4000 + 10 * flood, p50_ns=12000 + flood, p99_ns=52000 + 10 * flood,
                     late_arrivals_share=late)
        for gap in (1000, 10000):
            run.cell(name, "start", f"w1.gap{gap}us", times(1e6), p50_ns=6000 + flood, p99_ns=21000 + flood,
                     submit_call_p50_ns=300, submit_call_p99_ns=4100)
        run.cell(name, "idle", "w2", [1.0] * 3, idle_cpu_share=1.99 if name == SPINNING else 0.0, spin_down_cpu_ms=0.8)
        run.cell(name, "pool_memory", "w16.100000tasks", [1.0] * 3, bytes_per_worker=20480, bytes_per_thread=16384,
                 bytes_per_task=73.2, bytes_after_drain=-4096)
    return run.failure("asio_thread_pool", "nqueens", "w1.n10", "hang: no answer within 20 s")
