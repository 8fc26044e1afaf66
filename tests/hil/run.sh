#!/usr/bin/env bash
# Runs the tests with simulated pins and a simulated camera on a small Linux kernel of their
# own (kernel.sh), with this machine's root read-only. Needs no administrator rights.
# Exit status 75: it could not be run here, and why was said; else 0 when all tests passed.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
project=$(readlink -f "$here/../..")
python=$project/.venv/bin/python
cache=${XDG_CACHE_HOME:-$HOME/.cache}/table-companion/uml
# Booting takes a second, the tests some minutes where other work is done beside them.
within_s=${TABLE_COMPANION_HIL_S:-900}
build_s=${TABLE_COMPANION_BUILD_S:-5400}
LEFT_OUT=75

leave_out() {
    echo "test-hil: left out: $*" >&2
    exit "$LEFT_OUT"
}

# The pins' driver: of this Python, else of its version from the package index. Kept beside the
# kernel, because where it is installed gpiozero tries it in every run.
driver() {
    "$python" -c 'import lgpio' 2>/dev/null && return 0
    local version
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    driver_path=$cache/lgpio-$version
    [ ! -e "$driver_path/lgpio.py" ] || return 0
    "$python" -m pip install --quiet --disable-pip-version-check --only-binary :all: \
        --target "$driver_path.part" 'lgpio>=0.2.2' >&2 || return 1
    mv "$driver_path.part" "$driver_path"
}

[ -x "$python" ] || leave_out "there is no virtual environment in .venv. Run ./run test once."
status=0
kernel=$(timeout "$build_s" "$here/kernel.sh") || status=$?
[ "$status" -ne 124 ] || leave_out "its kernel was not built within $build_s s."
[ "$status" -eq 0 ] || leave_out "its kernel could not be had (see above)."
driver_path=
driver || leave_out "lgpio could not be installed for this Python."

# The kernel's command line knows no blanks within a word.
arguments=$*
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# The status of the kernel's process says nothing about the tests: they say it themselves.
timeout --kill-after=5 "$within_s" "$kernel" root=/dev/root rootfstype=hostfs rootflags=/ ro \
    mem=1024M con=null con0=fd:0,fd:1 ssl=null quiet loglevel=1 \
    vivid.n_devs=1 vivid.node_types=0x1 \
    init="$here/init.sh" HIL_PROJECT="$project" HIL_PYTHON="$python" HIL_DRIVER="$driver_path" \
    HIL_ARGUMENTS="${arguments// /,}" </dev/null 2>&1 | tr -d '\r' | tee "$log" || true
grep -q '^HIL STATUS 0$' "$log" && exit 0
grep -q '^HIL STATUS ' "$log" || echo "test-hil: the kernel ended before the tests did." >&2
exit 1
