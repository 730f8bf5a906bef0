#!/usr/bin/env python3
"""A bot in Python, with nothing but the standard library: python3 examples/bot.py [match]

Without a match it makes one and waits for an opponent; with the id of an open match it joins that one. It plays at random.
"""
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

URL = os.environ.get("CHANCERY_URL", "http://127.0.0.1:3000")
token = None


def call(method, path, body=None, **headers):
    """One request. What may pass (no connection, 429, 5xx) is tried again; with an Idempotency-Key nothing is done twice."""
    if token:
        headers["Authorization"] = "Bearer " + token
    if body is not None:
        headers["Content-Type"] = "application/json"
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(8):
        request = urllib.request.Request(URL + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=40) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            if error.code < 500 and error.code != 429:
                raise SystemExit(problem["code"] + ": " + problem["detail"])
            pause = float(error.headers.get("Retry-After", 0))
        except OSError:
            pause = 0
        time.sleep(max(pause, 0.2 * 2**attempt))
    raise SystemExit("the server gives no answer")


def key():
    return {"Idempotency-Key": str(uuid.uuid4())}


me = call("POST", "/v1/players", {"name": "Python %08x" % random.getrandbits(32), "kind": "bot"})
token = me["token"]
if len(sys.argv) > 1:
    match = call("POST", f"/v1/matches/{sys.argv[1]}/join", {}, **key())
else:
    match = call("POST", "/v1/matches", {"game": "kingdoms", "seats": 2}, **key())
here = "/v1/matches/" + match["id"]
print(f"{me['player']['name']} has seat {match['you']} in match {match['id']}", flush=True)

while match["status"] != "over":
    if any(one["seat"] == match["you"] for one in match["awaiting"]):
        legal = call("GET", here + "/legal-moves")
        move = random.choice(legal["moves"])["move"]
        call("POST", here + "/moves", move, **{"If-Match": str(legal["version"])}, **key())
    else:
        # Answers as soon as something happens, or after 20 seconds with nothing.
        call("GET", f"{here}/notices?after={match['version']}&wait=20")
    match = call("GET", here)

mine = next(one for one in match["result"] if one["seat"] == match["you"])
print(f"over: place {mine['place']} with {mine['score']} gold")
