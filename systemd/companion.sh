#!/bin/sh
# The table's commands (companion doctor, verify, backup …) with the games of the service.
# Installed as /usr/local/bin/companion.
games=/var/lib/table-companion
program=/opt/table-companion/current/venv/bin/companion
# Another user has games of their own, and may not see those of the service.
[ "$(id -u)" -eq 0 ] || exec "$program" "$@"
STATE_DIRECTORY=$games "$program" "$@"
status=$?
# What root wrote there must be the service's, or it could not go on writing.
[ ! -d "$games" ] || chown -R --reference="$games/." "$games/."
exit "$status"
