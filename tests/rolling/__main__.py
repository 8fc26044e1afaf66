"""Films throws and hands, reads them and prints the table.

python -m tests.rolling --throws 200 --minutes 30 --jobs 2
"""

from __future__ import annotations

import argparse
import platform
from pathlib import Path

from tests.rolling.run import results
from tests.rolling.table import faults, table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=30.0, help="of hands without a throw")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="seed of the first films")
    parser.add_argument("--truth", action="store_true", help="judge settling alone, small pictures")
    parser.add_argument("--keep", type=Path, help="folder of results: go on where a run broke off")
    args = parser.parse_args()
    found = []
    films = results(args.throws, args.minutes, args.jobs, args.first, args.truth, args.keep)
    for result in films:
        found.append(result)
        print(f"{result.film}: {len(result.judged)} throws, {result.frames} frames", flush=True)
        for fault in faults([result]):
            print(f"  {fault}", flush=True)
    print(table(sorted(found, key=lambda r: r.film), platform.machine()))


if __name__ == "__main__":
    main()
