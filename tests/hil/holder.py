"""Another program that lights a lamp and holds it until it is ended.

python -m tests.hil.holder CHIP GPIO
"""

from __future__ import annotations

import sys
import threading


def main(chip: int, gpio: int) -> None:
    """Light it, say so, wait."""
    import lgpio

    handle = lgpio.gpiochip_open(chip)
    lgpio.gpio_claim_output(handle, gpio, 1)
    print("lit", flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
