#!/usr/bin/env bash
# Runs the tests of the Raspberry Pi's camera on the real picamera2 and libcamera, in a small
# Debian 13 outside this tree that is made when it is missing. As root: it mounts and chroots.
# Exit status 75: it could not be run here, and why was said; else pytest's.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"

LEFT_OUT=75
# Half an hour is enough on any machine; who is in a hurry says so.
build_s=${TABLE_COMPANION_BUILD_S:-1800}
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/table-companion
root=$cache/picamera2-$(sha256sum make_root.sh | cut -c1-12)

leave_out() {
    echo "test-picamera2: left out: $*" >&2
    exit "$LEFT_OUT"
}

[ "$(id -u)" -eq 0 ] || leave_out "it needs administrator rights: sudo ./run test-picamera2"
command -v apt-get >/dev/null || leave_out "there is no apt-get here to make a Debian with."
unshare --mount true 2>/dev/null || leave_out "this machine lets nobody mount anything."

if [ ! -d "$root" ]; then
    echo "test-picamera2: making $root (1.2 GB, once; some minutes)" >&2
    status=0
    timeout "$build_s" ./make_root.sh "$root" || status=$?
    rm -rf --one-file-system "$root.partial"
    [ "$status" -ne 124 ] || leave_out "its root file system was not made within $build_s s."
    [ "$status" -eq 0 ] || leave_out "its root file system could not be made (see above)."
fi

mkdir -p "$root/project" "$root/root/frames"
cp virtual.yaml "$root/usr/share/libcamera/pipeline/virtual/virtual.yaml"
project=$(readlink -f ../..)
# Mounts in a namespace of their own: they are gone when it ends, however it ends.
exec unshare --mount --propagation private bash -euo pipefail -s "$root" "$project" "$@" <<'INSIDE'
root=$1 project=$2
shift 2
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
mount --bind "$project" "$root/project"
mount -o remount,bind,ro "$root/project"
inside() {
    chroot "$root" env -i PATH=/opt/pc/bin:/usr/bin:/bin HOME=/root LANG=C.UTF-8 \
        PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=/project TABLE_COMPANION_VIRTUAL_CAMERAS=1 "$@"
}
# The other cameras, too: this is another Python, numpy and OpenCV than most machines have.
others=("$project"/tests/hardware/test_camera*.py)
others=("${others[@]/#$project//project}")
inside python -m tests.picamera2.frames /root/frames
# libcamera says much while all is well; picamera2 leaves files to the garbage collector.
inside env LIBCAMERA_LOG_LEVELS='*:ERROR' python -m pytest -p no:cacheprovider \
    -W ignore::ResourceWarning -W ignore::pytest.PytestUnraisableExceptionWarning \
    -c /project/pyproject.toml --rootdir /project /project/tests/picamera2 \
    "${others[@]}" "$@"
INSIDE
