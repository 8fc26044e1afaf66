#!/usr/bin/env bash
# Builds the small kernel of the tests with simulated pins, once, outside of the checkout.
#
#     tests/hil/kernel.sh          prints the path of the kernel, building it where it is absent
#     tests/hil/kernel.sh --path   prints the path only; exit status 1 where it is absent
#
# Source: the newest linux-source-7 of Debian's trixie-backports, from the mirror that this
# machine's own apt sources name. (6.12 builds, but does not start on processors with AMX.)
# About 8 minutes of processor time and 2 GB of disk while it builds, 5 MB afterwards.
# Exit status 75, with the reason in one sentence, where this machine cannot build it.
set -euo pipefail
HERE=$(dirname "$(readlink -f "$0")")
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/table-companion/uml
TOOLS=(gcc make flex bison bc xz dpkg-deb apt-get)
PACKAGES='gcc make flex bison bc xz-utils'
FREE_KB=3000000

cannot() {
    printf 'kernel.sh: %s\n' "$*" >&2
    exit 75
}

# Of what the kernel is made: another list of options gives another kernel.
STAMP=$(cat "$HERE/kernel.config" | sha256sum | cut -c1-12)
KERNEL=$CACHE/linux-$STAMP

mirror() { # the first archive of this machine's apt sources that holds Debian's main
    awk 'BEGIN { RS = "" }
        /(^|\n)Types:[^\n]*deb/ && /(^|\n)Components:[^\n]*main/ && !/security/ && /debian/ {
            if (match($0, /(^|\n)URIs: *[^ \n]+/)) {
                uri = substr($0, RSTART, RLENGTH); sub(/.*URIs: */, "", uri); print uri; exit
            }
        }' /etc/apt/sources.list.d/*.sources 2>/dev/null | grep . && return 0
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
        sed -nE 's/^deb +(\[[^]]*\] +)?([^ ]+) +[a-z]+ +.*main.*/\2/p' |
        grep -v security | grep -m1 debian
}

fetch_source() { # into the current folder: linux-source-7.N/
    local uri
    uri=$(mirror) || cannot "no Debian archive is named in this machine's apt sources."
    [ -r /usr/share/keyrings/debian-archive-keyring.gpg ] ||
        cannot "Debian's keys are missing: install debian-archive-keyring."
    mkdir -p apt/state/lists/partial apt/cache/archives/partial
    : >apt/status
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $uri trixie-backports main" \
        >apt/sources.list
    cat >apt/apt.conf <<CONF
Dir::State "$PWD/apt/state";
Dir::State::status "$PWD/apt/status";
Dir::Cache "$PWD/apt/cache";
Dir::Etc::sourcelist "$PWD/apt/sources.list";
Dir::Etc::sourceparts "-";
APT::Sandbox::User "";
CONF
    apt-get -q -c apt/apt.conf update || cannot "the Debian archive did not answer."
    local name
    name=$(apt-cache -c apt/apt.conf pkgnames linux-source-7 | sort -V | tail -n1)
    [ -n "$name" ] || cannot "this Debian archive has no linux-source-7 in trixie-backports."
    apt-get -q -c apt/apt.conf download "$name" || cannot "$name could not be downloaded."
    dpkg-deb --fsys-tarfile "$name"_*.deb | tar -xO --wildcards './usr/src/linux-source-7*.tar.xz' |
        tar -xJ
    rm -f "$name"_*.deb
    mv "$name" source
}

if [ -x "$KERNEL" ]; then
    echo "$KERNEL"
    exit 0
fi
[ "${1:-}" != --path ] || exit 1

[ "$(uname -m)" = x86_64 ] || cannot "User-mode Linux needs an x86_64 machine, this is $(uname -m)."
missing=()
for tool in "${TOOLS[@]}"; do
    command -v "$tool" >/dev/null || missing+=("$tool")
done
[ ${#missing[@]} -eq 0 ] || cannot "missing here: ${missing[*]}. Install: apt-get install $PACKAGES"
mkdir -p "$CACHE"
[ "$(df --output=avail -k "$CACHE" | tail -n1)" -gt "$FREE_KB" ] ||
    cannot "building the kernel needs 3 GB free in $CACHE."

# One builder at a time; the second waits and finds the kernel made.
exec 9>"$CACHE/lock"
flock 9
if [ ! -x "$KERNEL" ]; then
    # What a builder left that was killed: nobody else builds while this one has the lock.
    rm -rf "$CACHE"/build.*
    work=$(mktemp -d "$CACHE/build.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    cd "$work"
    {
        echo "kernel.sh: building a kernel with simulated pins, once (some 8 minutes of work)."
        fetch_source
        cd source
        make -s ARCH=um KCONFIG_ALLCONFIG="$HERE/kernel.config" allnoconfig
        make -s ARCH=um -j"$(nproc)" linux
        strip -o "$KERNEL.part" linux
        mv "$KERNEL.part" "$KERNEL"
    } >&2
fi
echo "$KERNEL"
