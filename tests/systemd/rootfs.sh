#!/usr/bin/env bash
# A bare Debian as a folder, made once and kept in the user's cache, outside the tree.
# usage: rootfs.sh [arm64-]bookworm|[arm64-]trixie   prints the path of the folder; never run in it
# It comes from where this machine's own packages come from.
set -euo pipefail

CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/table-companion/roots
kind=${1:?bookworm, trixie, arm64-bookworm or arm64-trixie}
root=$CACHE/$kind

say() { printf '%s\n' "$*" >&2; }

need() {
    local missing=() package
    for package in "$@"; do
        dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    say "Installing ${missing[*]}"
    apt-get update -q >&2
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" >&2
}

mirror() { # where this machine gets its Debian from
    { cat /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null || true; } |
        sed -n 's/^URIs: *//p; s/^deb  *\(\[[^]]*\] *\)\{0,1\}\([^ ]*\).*/\2/p' |
        grep 'debian/*$' | sort -u | head -n 1
}

if [ -d "$root" ]; then
    printf '%s\n' "$root"
    exit
fi
[ "$(id -u)" -eq 0 ] || {
    say "rootfs.sh: only root can make a root file system."
    exit 2
}
mkdir -p "$CACHE"
rm -rf "$root.part"
need mmdebstrap debian-archive-keyring
source=$(mirror)
[ -n "$source" ] || {
    say "rootfs.sh: this machine's list of package sources names no Debian."
    exit 2
}
say "Making a root file system for $kind (a minute or two)."
case $kind in
bookworm | trixie)
    mmdebstrap --quiet --format=directory --variant=minbase --include=systemd,systemd-sysv,ca-certificates \
        "$kind" "$root.part" "$source" >&2
    ;;
arm64-bookworm | arm64-trixie)
    need qemu-user-static arch-test binfmt-support
    # Unpacked and not configured: the scripts of the packages would take long under emulation.
    mmdebstrap --quiet --format=directory --variant=extract --arch=arm64 \
        --include=python3,python3-venv,ca-certificates,bash,coreutils,libstdc++6 \
        "${kind#arm64-}" "$root.part" "$source" >&2
    ;;
*)
    say "rootfs.sh: there is no recipe for $kind."
    exit 2
    ;;
esac
mv "$root.part" "$root"
printf '%s\n' "$root"
