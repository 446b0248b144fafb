#!/usr/bin/env bash
# What the browser and database tests need from the system: Chromium (without windows) and PostgreSQL, from Debian's packages.
set -euo pipefail
missing=()
command -v chromium-headless-shell > /dev/null || missing+=(chromium-headless-shell)
compgen -G '/usr/lib/postgresql/*/bin/initdb' > /dev/null || command -v initdb > /dev/null || missing+=(postgresql)
[ ${#missing[@]} -eq 0 ] && exit 0
echo "installing ${missing[*]} …"
root=""
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo > /dev/null || { echo "please install: ${missing[*]}" >&2; exit 1; }
  root="sudo"
fi
command -v apt-get > /dev/null || { echo "please install: ${missing[*]}" >&2; exit 1; }
log=$(mktemp)
if ! { $root apt-get update -qq && $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}"; } > "$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
