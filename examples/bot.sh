#!/usr/bin/env bash
# A bot in bash, with nothing but curl, grep and sed: examples/bot.sh [match | game seats]
# Without a match it makes one (of Kingdoms for two, unless told otherwise) and waits for opponents; with the id of an open match it joins that one. It plays at random.
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
if [ $# -eq 1 ]; then
  match=$(call POST "/v1/matches/$1/join" '{}' "$(key)")
else
  match=$(call POST /v1/matches "{\"game\":\"${1:-kingdoms}\",\"seats\":${2:-2}}" "$(key)")
fi
here=/v1/matches/$(first_field id "$match")
seat=$(first_field you "$match")
echo "the shell has seat $seat in match ${here##*/}"

while [[ $(first_field status "$match") =~ ^(open|running)$ ]]; do
  # Each legal move on a line: an object that may hold others.
  moves=$(grep -oE '"move":\{([^{}]|\{[^{}]*\})*\}' <<<"$match" || true)
  if grep -q '"yourTurn":true' <<<"$match" && [ -n "$moves" ]; then
    move=$(shuf -n 1 <<<"$moves")
    # The answer brings what may be done next.
    match=$(call POST "$here/moves?include=legalMoves" "${move#*:}" "If-Match: \"$(first_field version "$match")\"" "$(key)")
  else
    # Answers as soon as it is our turn or the match has ended, or after 20 seconds as it stands.
    match=$(call GET "$here?include=legalMoves&wait=20")
  fi
done

match=$(call GET "$here")
status=$(first_field status "$match")
if [ "$status" != over ]; then echo "$status: the match has no result"; exit; fi
mine=$(grep -o "\"result\":\[[^]]*\]" <<<"$match" | grep -o "{\"seat\":$seat,[^}]*}")
case $(first_field game "$match") in kingdoms) points=gold ;; *) points=points ;; esac
echo "over: place $(field place "$mine") with $(field score "$mine") $points"
