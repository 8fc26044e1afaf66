#!/usr/bin/env bash
# Makes a small Debian 13 with Debian's libcamera (its virtual pipeline) and picamera2 from
# PyPI in DIR, unless it is there already. Usage: make_root.sh DIR, as root.
#
# libcamera comes from trixie-backports: the one of Debian 13 itself ships no configuration of
# the virtual pipeline. Packages come from the mirror that this machine's own apt sources
# name, or from TABLE_COMPANION_DEBIAN_MIRROR.
set -euo pipefail

root=${1:?the folder to make}
PICAMERA2=0.3.38

# Debian itself is the source that also offers updates: vendors' archives do not.
mirror=${TABLE_COMPANION_DEBIAN_MIRROR:-$(
    apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Identifier: Packages' |
        awk '$2 ~ /^[a-z]+-updates$/ { print $1; exit }'
)}
[ -n "$mirror" ] || {
    echo "make_root: the apt sources of this machine name no Debian mirror." >&2
    exit 2
}

missing=()
for package in mmdebstrap debian-archive-keyring; do
    dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
    apt-get update -q >/dev/null
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" >/dev/null
fi

# Half a root file system must not be taken for a whole one.
partial=$root.partial
# Should a mount be left in it, that must not be emptied.
rm -rf --one-file-system "$partial"
mkdir -p "$(dirname "$root")"
# A compiler, because two packages that picamera2 asks for come without wheels.
mmdebstrap --quiet --variant=minbase \
    --include=ca-certificates,python3,python3-venv,python3-dev,python3-numpy,libcap-dev,gcc,libc6-dev,python3-libcamera,libcamera-tools,libcamera-ipa \
    --setup-hook='mkdir -p "$1/etc/apt/preferences.d"; printf "Package: *libcamera*\nPin: release n=trixie-backports\nPin-Priority: 990\n" >"$1/etc/apt/preferences.d/libcamera"' \
    trixie "$partial" \
    "deb $mirror trixie main" "deb $mirror trixie-backports main"

# pip inside must reach the registry as pip outside does.
cp /etc/hosts /etc/resolv.conf "$partial/etc/"
for file in /etc/ssl/certs/ca-certificates.crt /etc/pip.conf; do
    [ ! -f "$file" ] || cp "$file" "$partial$file"
done
chroot "$partial" python3 -m venv --system-site-packages /opt/pc
env -u PIP_FIND_LINKS chroot "$partial" /opt/pc/bin/pip install --quiet --disable-pip-version-check \
    "picamera2==$PICAMERA2" 'opencv-python-headless>=4.12' hypothesis pytest
rm -rf "$partial/var/cache/apt" "$partial/var/lib/apt/lists" "$partial/root/.cache"
mv "$partial" "$root"
