#!/usr/bin/env bash
# A bot in bash, with nothing but curl and sed: examples/bot.sh [match]
# Without a match it makes one and waits for an opponent; with the id of an open match it joins that one. It plays at random.
set -euo pipefail

url=${CHANCERY_URL:-http://127.0.0.1:3000}
token=

# Retries repeat the whole request: with an Idempotency-Key nothing is done twice.
call() { # method path [body] [header...]
  local method=$1 path=$2 body=${3:-}
  shift 2; [ $# -gt 0 ] && shift
  local args=(-sS --fail-with-body --retry 8 --retry-connrefused -X "$method" "$url$path")
  [ -n "$token" ] && args+=(-H "Authorization: Bearer $token")
  [ -n "$body" ] && args+=(-H 'Content-Type: application/json' -d "$body")
  for header in "$@"; do args+=(-H "$header"); done
  local answer
  if answer=$(curl "${args[@]}"); then echo "$answer"; else echo "$answer" >&2; return 1; fi
}
key() { echo "Idempotency-Key: $(date +%s%N)-$RANDOM$RANDOM"; }
# The first value of this name: a string, a number or null.
field() { sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p" <<<"$2"; }
first_field() { grep -o "\"$1\":\"\{0,1\}[^\",}]*" <<<"$2" | head -n 1 | sed 's/.*:"\{0,1\}//'; }

me=$(call POST /v1/players "{\"name\":\"Shell $RANDOM$RANDOM\",\"kind\":\"bot\"}")
token=$(field token "$me")
if [ $# -gt 0 ]; then
  match=$(call POST "/v1/matches/$1/join" '{}' "$(key)")
else
  match=$(call POST /v1/matches '{"game":"kingdoms","seats":2}' "$(key)")
fi
here=/v1/matches/$(first_field id "$match")
seat=$(first_field you "$match")
echo "the shell has seat $seat in match ${here##*/}"

until [ "$(first_field status "$match")" = over ]; do
  version=$(first_field version "$match")
  if grep -q "\"awaiting\":\[[^]]*{\"seat\":$seat," <<<"$match"; then
    total=$(first_field total "$(call GET "$here/legal-moves?first=1")")
    legal=$(call GET "$here/legal-moves?first=1&after=$((RANDOM % total))")
    move=$(sed 's/.*"moves":\[{"move":\(.*\),"label":.*/\1/' <<<"$legal")
    call POST "$here/moves" "$move" "If-Match: \"$(first_field version "$legal")\"" "$(key)" >/dev/null
  else
    # Answers as soon as something happens, or after 20 seconds with nothing.
    call GET "$here/notices?after=$version&wait=20" >/dev/null
  fi
  match=$(call GET "$here")
done

mine=$(grep -o "\"result\":\[[^]]*\]" <<<"$match" | grep -o "{\"seat\":$seat,[^}]*}")
echo "over: place $(field place "$mine") with $(field score "$mine") gold"
