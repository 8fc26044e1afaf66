#!/usr/bin/env bash
# Makes this machine a table: packages, program, service, settings, a name in the network.
# Raspberry Pi OS or Debian, 12 (Python 3.11) or 13 (Python 3.13), 64 bit. Run it again after
# an update of this folder, forwards or backwards: games, boards and settings stay.
set -euo pipefail

SOURCE=$(dirname "$(dirname "$(readlink -f "$0")")")
NAME=table-companion
HOME_DIR=/opt/$NAME
RELEASES=$HOME_DIR/releases
CURRENT=$HOME_DIR/current
NOTES=$HOME_DIR/installed # what was added to the system, for --uninstall
CONFIG_DIR=/etc/$NAME
STATE=/var/lib/$NAME
BACKUPS=/var/backups/$NAME
UNIT=/etc/systemd/system/$NAME.service
COMMAND=/usr/local/bin/companion
AVAHI=/etc/avahi/services/$NAME.service
RULES=/etc/udev/rules.d/60-$NAME.rules
KEPT_BACKUPS=5

usage() {
    cat <<'TEXT'
usage: sudo systemd/install.sh [--name NAME]      install, or bring up to date
       sudo systemd/install.sh --uninstall        take everything away but games and settings
       sudo systemd/install.sh --uninstall --purge   and those too

  --name NAME   call this machine NAME: the page is then at http://NAME.local:8080/
TEXT
}

say() { printf '%s\n' "$*"; }
step() { printf '== %s\n' "$*"; }
give_up() {
    printf 'install: %s\n' "$*" >&2
    exit 2
}
note() { # remember something for --uninstall
    mkdir -p "$HOME_DIR"
    grep -qxs -- "$*" "$NOTES" || printf '%s\n' "$*" >>"$NOTES"
}

# ---- what there must be ----------------------------------------------------------------
check_machine() {
    command -v apt-get >/dev/null || give_up "there is no apt-get here. Use Raspberry Pi OS or Debian, 12 or newer."
    case $(dpkg --print-architecture) in
    arm64 | amd64) ;;
    *) give_up "this system is not a 64-bit one, and OpenCV comes for 64 bit only. Install the 64-bit Raspberry Pi OS." ;;
    esac
    command -v systemctl >/dev/null || give_up "there is no systemd here, and the service is one of systemd."
}

systemd_runs() { [ -d /run/systemd/system ]; }

# ---- packages of the operating system --------------------------------------------------
lists_are_fresh=
offered() { # does the distribution have such a package?
    [ -n "$lists_are_fresh" ] || {
        apt-get update -q -o Dpkg::Use-Pty=0 >/dev/null || say "The package lists could not be renewed; going on with those there are."
        lists_are_fresh=yes
    }
    apt-cache policy "$1" | grep -q 'Candidate: [0-9]'
}

there() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

install_packages() {
    step "Packages of the operating system"
    local package missing=()
    for package in python3 python3-venv ca-certificates; do
        there "$package" || missing+=("$package")
    done
    # The camera's and the pins' drivers are tied to the kernel and come from the system alone,
    # and so does the numpy that they were built with.
    for package in python3-numpy python3-picamera2 python3-lgpio; do
        there "$package" && continue
        if offered "$package"; then
            missing+=("$package")
        else
            lacking "$package"
        fi
    done
    if [ ${#missing[@]} -eq 0 ]; then
        say "Nothing is missing."
    else
        say "Installing ${missing[*]}."
        [ -n "$lists_are_fresh" ] || apt-get update -q -o Dpkg::Use-Pty=0 >/dev/null || true
        DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
            -o Dpkg::Use-Pty=0 "${missing[@]}" >/dev/null ||
            give_up "apt-get could not install ${missing[*]}. Is this machine online?"
        for package in "${missing[@]}"; do note "package $package"; done
    fi
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        give_up "Python here is older than 3.11. Use Raspberry Pi OS or Debian, 12 or newer."
}

lacking() {
    case $1 in
    python3-picamera2) say "This system has no $1: the Raspberry Pi's own camera is left out. USB cameras work." ;;
    python3-lgpio) say "This system has no $1: see below whether lamps and buttons can be used." ;;
    *) say "This system has no $1; it is not needed." ;;
    esac
}

make_groups() {
    local group
    for group in video gpio; do
        getent group "$group" >/dev/null && continue
        # systemd starts no service in a group that does not exist (status 216).
        groupadd --system "$group"
        note "group $group"
        say "Made the group $group."
    done
    # A system that had no group for the pins gives them to root alone.
    if grep -qxs 'group gpio' "$NOTES" && [ -d "$(dirname "$RULES")" ]; then
        printf 'SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio", MODE="0660"\n' >"$RULES"
    fi
}

# ---- the program -----------------------------------------------------------------------
source_files() { (cd "$SOURCE" && find companion hardware vision web pyproject.toml -type f -not -name '*.pyc' | LC_ALL=C sort); }

release_name() { # changes with the program, with Python, and with the drivers of the system
    local version sum
    version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$SOURCE/pyproject.toml" | head -n 1)
    sum=$({
        (cd "$SOURCE" && source_files | tr '\n' '\0' | xargs -0 sha256sum)
        python3 -c 'import sys; print(sys.version)'
        for package in python3-numpy python3-picamera2 python3-lgpio; do
            dpkg-query -W -f '${Package} ${Version}\n' "$package" 2>/dev/null || true
        done
    } | sha256sum | cut -c1-12)
    printf '%s-%s\n' "$version" "$sum"
}

build_release() { # NAME
    local target=$RELEASES/$1 work wheel extra=
    step "The program, $1"
    if [ -e "$target/complete" ]; then
        say "It is here already."
        return
    fi
    rm -rf "$target"
    mkdir -p "$target"
    work=$(mktemp -d)
    # Built from a copy: nothing that belongs to root is left in this folder.
    (cd "$SOURCE" && source_files | tar -c -T - README.md) | tar -x -C "$work"
    # The system's own packages are seen: its camera stack and its numpy are not to be had elsewhere.
    python3 -m venv --system-site-packages "$target/venv" || give_up "python3 -m venv failed."
    if ! python3 -c 'import lgpio; lgpio.gpiochip_open' 2>/dev/null; then
        if python3 -c 'import sys; sys.exit(sys.version_info >= (3, 13))'; then
            extra='[gpio]'
            say "lgpio, for lamps and buttons at pins, comes as a Python package."
        else
            say "There is no lgpio for this Python: no lamps and buttons at pins. The page works without."
        fi
    fi
    say "Installing the Python packages (some minutes the first time)."
    pip_of "$target" wheel --no-deps -w "$work/wheel" "$work" ||
        give_up "the program could not be packed. Is this machine online?"
    wheel=$(echo "$work"/wheel/*.whl)
    # The camera stack was built with the system's numpy: no package may bring another one.
    python3 -c 'import numpy; print(f"numpy=={numpy.__version__}")' >"$work/as-it-is" 2>/dev/null || true
    # Wheels only: nothing is compiled here, and no empty placeholder is taken for a driver.
    pip_of "$target" install --only-binary=:all: -c "$work/as-it-is" "$wheel$extra" ||
        give_up "the Python packages could not be installed. Is this machine online, and is there room on the disk?"
    rm -rf "$work"
    check_release "$target"
    touch "$target/complete"
}

pip_of() { # RELEASE ARGUMENTS…
    local release=$1
    shift
    "$release/venv/bin/python" -m pip --disable-pip-version-check --no-cache-dir "$@" --quiet
}

check_release() { # everything that the service imports, and that the camera stack still can
    local said
    said=$("$1/venv/bin/python" - <<'PYTHON'
import importlib.util
import sys

import cv2
import flask
import gpiozero
import numpy
import onnxruntime
import shapely

import companion.cli.serve

whose = "the system's" if numpy.__file__.startswith("/usr/lib/") else "its own"
print(f"Python {sys.version.split()[0]}, numpy {numpy.__version__} ({whose}), OpenCV {cv2.__version__}")
for name in ("simplejpeg", "lgpio"):
    if importlib.util.find_spec(name):
        __import__(name)
PYTHON
    ) || give_up "the program was installed but does not start. What there was before goes on."
    say "$said"
}

# ---- settings, games, service ----------------------------------------------------------
lay_down_settings() {
    local file=$CONFIG_DIR/$NAME.toml
    mkdir -p "$CONFIG_DIR"
    if [ -e "$file" ]; then
        say "The settings in $file stay as they are."
    else
        install -m 644 "$SOURCE/systemd/$NAME.toml" "$file"
        say "The settings are in $file."
    fi
}

setting() { # KEY RELEASE
    "$2/venv/bin/python" - "$1" <<'PYTHON'
import os
import sys

from companion import config

print(getattr(config.load(config.SYSTEM_FILE if config.SYSTEM_FILE.is_file() else None, os.environ), sys.argv[1]))
PYTHON
}

keep_games() { # a copy of all games, before another version of the program opens them
    local journal=$STATE/journal.sqlite3 copy
    [ -s "$journal" ] || return 0
    mkdir -p -m 700 "$BACKUPS"
    copy=$BACKUPS/before-$1-$(date +%Y%m%d-%H%M%S).sqlite3
    python3 - "$journal" "$copy" <<'PYTHON'
import sqlite3
import sys
from contextlib import closing

with closing(sqlite3.connect(f"file:{sys.argv[1]}?mode=rw", uri=True)) as games:
    with closing(sqlite3.connect(sys.argv[2])) as copy:
        games.backup(copy)
        (said,) = copy.execute("PRAGMA quick_check").fetchone()
        sys.exit(said != "ok")
PYTHON
    say "All games were copied to $copy."
    find "$BACKUPS" -name 'before-*.sqlite3' -printf '%T@ %p\n' | sort -rn |
        tail -n "+$((KEPT_BACKUPS + 1))" | cut -d' ' -f2- | xargs -r rm -f
}

lay_down_unit() {
    install -m 644 "$SOURCE/systemd/$NAME.service" "$UNIT"
    local more=$UNIT.d/10-backoff.conf
    if [ "$(systemctl --version | sed -n '1s/^systemd \([0-9]*\).*/\1/p')" -ge 254 ]; then
        install -D -m 644 "$SOURCE/systemd/backoff.conf" "$more"
    else
        rm -f "$more"
    fi
    if [ ! -e "$COMMAND" ] || grep -qs "$HOME_DIR" "$COMMAND"; then
        install -D -m 755 "$SOURCE/systemd/companion.sh" "$COMMAND"
    fi
}

switch_to() { # NAME: one step, so that a power cut leaves one program or the other
    ln -s "releases/$1" "$CURRENT.new"
    mv -T "$CURRENT.new" "$CURRENT"
}

start_service() { # FORMER-RELEASE CHANGED
    systemctl enable --quiet "$NAME.service" 2>/dev/null || systemctl enable "$NAME.service"
    if ! systemd_runs; then
        say "systemd does not run here: the service starts with the machine."
        return
    fi
    systemctl daemon-reload
    if [ "$2" = no ] && systemctl is-active --quiet "$NAME"; then
        say "The service runs, and nothing has changed: it goes on."
        return
    fi
    # It comes back when the page is up, or fails.
    if systemctl restart "$NAME"; then
        say "The service runs."
        return
    fi
    systemctl stop "$NAME" || true
    journalctl -u "$NAME" -n 15 --no-pager -o cat >&2 || true
    if [ -n "$1" ] && [ -e "$RELEASES/$1/complete" ]; then
        switch_to "$1"
        systemctl restart "$NAME" || true
        give_up "the new program did not start (see above); the former one, $1, is back."
    fi
    give_up "the service did not start (see above). Mend that, then: systemctl restart $NAME"
}

forget_old_releases() { # the present one and the one before it stay
    local each
    for each in "$RELEASES"/*; do
        case ${each##*/} in "$1" | "$2") ;; *) rm -rf "$each" ;; esac
    done
}

name_machine() {
    [[ $1 =~ ^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$ ]] ||
        give_up "a machine's name has letters from a to z, digits and -, not $1."
    local before
    before=$(cat /etc/hostname 2>/dev/null || true)
    [ "$before" != "$1" ] || return 0
    printf '%s\n' "$1" >/etc/hostname
    if grep -qs '^127\.0\.1\.1' /etc/hosts; then
        sed -i "s/^127\.0\.1\.1.*/127.0.1.1\t$1/" /etc/hosts
    else
        printf '127.0.1.1\t%s\n' "$1" >>/etc/hosts
    fi
    hostname "$1" 2>/dev/null || true
    ! systemd_runs || systemctl try-restart avahi-daemon 2>/dev/null || true
    say "This machine is called $1 now (before: ${before:-nothing})."
}

tell_network() { # PORT
    if [ -d "$(dirname "$AVAHI")" ]; then
        sed "s/@PORT@/$1/" "$SOURCE/systemd/avahi.service" >"$AVAHI"
    else
        say "There is no Avahi here: the page has no name that ends in .local. With it: apt-get install avahi-daemon"
    fi
}

# ---- the commands ----------------------------------------------------------------------
install_all() {
    local release former=
    check_machine
    install_packages
    make_groups
    release=$(release_name)
    former=$(basename "$(readlink "$CURRENT" 2>/dev/null || true)")
    build_release "$release"
    step "Settings and service"
    lay_down_settings
    [ "$former" = "$release" ] || keep_games "$release"
    local changed=no
    [ "$former" = "$release" ] && cmp -s "$SOURCE/systemd/$NAME.service" "$UNIT" || changed=yes
    lay_down_unit
    [ -z "$wanted_name" ] || name_machine "$wanted_name"
    tell_network "$(setting port "$RELEASES/$release")"
    [ "$former" = "$release" ] || switch_to "$release"
    start_service "$former" "$changed"
    forget_old_releases "$release" "$former"
    step "The page"
    "$CURRENT/venv/bin/companion" address
    say "How it is: systemctl status $NAME. What it says: journalctl -u $NAME. Whether all is well: companion doctor"
}

uninstall_all() {
    local kind what packages=()
    step "Taking Table Companion away"
    if systemd_runs; then systemctl disable --now --quiet "$NAME.service" 2>/dev/null || true
    else systemctl disable "$NAME.service" 2>/dev/null || true; fi
    rm -rf "$UNIT" "$UNIT.d" "$AVAHI" "$RULES"
    if grep -qs "$HOME_DIR" "$COMMAND"; then rm -f "$COMMAND"; fi
    ! systemd_runs || systemctl daemon-reload
    if [ -e "$NOTES" ]; then
        while read -r kind what; do
            case $kind in
            group) ! getent group "$what" >/dev/null || groupdel "$what" ;;
            package) packages+=("$what") ;;
            esac
        done <"$NOTES"
    fi
    rm -rf "$HOME_DIR"
    if [ ${#packages[@]} -gt 0 ]; then
        apt-mark auto "${packages[@]}" >/dev/null 2>&1 || true
        say "Packages that were installed for it, ${packages[*]}: apt-get autoremove takes away those that nothing else needs."
    fi
    if [ "$1" = yes ]; then
        rm -rf "$STATE" "/var/lib/private/$NAME" "$BACKUPS" "$CONFIG_DIR"
        say "Games, copies and settings are gone."
    else
        say "These stay: the games in $STATE, copies of them in $BACKUPS, the settings in $CONFIG_DIR."
    fi
}

wanted_name='' uninstall=no purge=no
while [ $# -gt 0 ]; do
    case $1 in
    --name)
        wanted_name=${2:?"install: --name needs a name"}
        shift
        ;;
    --uninstall) uninstall=yes ;;
    --purge) purge=yes ;;
    -h | --help)
        usage
        exit
        ;;
    *)
        usage >&2
        give_up "there is no option $1."
        ;;
    esac
    shift
done
[ "$purge" = no ] || [ "$uninstall" = yes ] || give_up "--purge belongs to --uninstall."
[ "$(id -u)" -eq 0 ] || give_up "this changes the system: sudo systemd/install.sh"
umask 022
if [ "$uninstall" = yes ]; then uninstall_all "$purge"; else install_all; fi
