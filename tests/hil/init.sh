#!/bin/bash
# The first process of the small kernel: makes the folders that are written to, runs the tests
# and switches off.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/run LANG=C.UTF-8
mount -t proc proc /proc
mount -t sysfs sys /sys
mountpoint -q /dev || mount -t devtmpfs dev /dev
mount -t configfs none /sys/kernel/config
mount -t tmpfs tmpfs /run
# Not over /tmp: the checkout or the cache may lie there.
mkdir -p /run/tmp
mkdir -p /dev/shm && mount -t tmpfs tmpfs /dev/shm
echo "HIL kernel $(uname -r), booted in $(cut -d' ' -f1 /proc/uptime) s"
cd /run || exit 1
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$HIL_PROJECT:$HIL_DRIVER" LG_WD=/run
export TABLE_COMPANION_HIL=1 TMPDIR=/run/tmp
# shellcheck disable=SC2086  # arguments of pytest, parted by commas
"$HIL_PYTHON" -m pytest -p no:cacheprovider -p no:xdist --color=no -s -v \
    -c "$HIL_PROJECT/pyproject.toml" --rootdir "$HIL_PROJECT" "$HIL_PROJECT/tests/hil" ${HIL_ARGUMENTS//,/ }
echo "HIL STATUS $?"
"$HIL_PYTHON" -c 'import ctypes; ctypes.CDLL(None).reboot(0x4321FEDC)'
