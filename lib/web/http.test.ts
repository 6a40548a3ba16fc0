import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError, failureKey, readPage, send } from "./http";

function answering(...answers: (() => Response)[]) {
  const call = vi.fn<typeof fetch>(async () => (answers.length > 1 ? answers.shift() : answers[0])!());
  vi.stubGlobal("fetch", call);
  return call;
}
const lost = () => {
  throw new TypeError("Load failed");
};
const problem = () => Response.json({ error: "Nee", message: "Nee", code: "GOAL_REACHED" }, { status: 409 });

afterEach(() => vi.unstubAllGlobals());

describe("calling our own API", () => {
  it("sends a keyed write once more when no answer came, an unkeyed one never", async () => {
    const keyed = answering(lost, () => Response.json({ ok: 1 }));
    expect(await send("POST", "/x", {}, { idempotencyKey: "k" })).toEqual({ ok: 1 });
    expect(keyed.mock.calls.map(([, init]) => new Headers(init?.headers).get("idempotency-key"))).toEqual([
      "k",
      "k",
    ]);
    const unkeyed = answering(lost);
    await expect(send("POST", "/x", {})).rejects.toMatchObject({ status: 0, code: "NETWORK" });
    expect(unkeyed).toHaveBeenCalledOnce();
  });

  it("does not ask again after an answer, and hands its sentence on", async () => {
    const call = answering(problem);
    const error = await send("GET", "/x").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 409, code: "GOAL_REACHED", message: "Nee" });
    expect(failureKey(error)).toBeNull();
    expect(call).toHaveBeenCalledOnce();
  });

  it("follows a list to its next page on this origin", async () => {
    answering(() =>
      Response.json([1], {
        headers: { Link: '<https://x.example/api/requests?cursor=c&limit=2>; rel="next"' },
      }),
    );
    expect(await readPage("/api/requests")).toEqual({ items: [1], next: "/api/requests?cursor=c&limit=2" });
    answering(() => Response.json([2]));
    expect(await readPage("/api/requests")).toEqual({ items: [2], next: null });
  });

  it.each([
    [new ApiError(0, "NETWORK", "Failed to fetch"), "offline"],
    [new ApiError(0, "TIMEOUT", "Timeout"), "offline"],
    [new TypeError("Failed to fetch"), "offline"],
    [new TypeError("Load failed"), "offline"],
    [new TypeError("NetworkError when attempting to fetch resource."), "offline"],
    [new ApiError(404, "HTTP_404", "404 Not Found"), "notFound"],
    [new ApiError(500, "HTTP_500", "500 Internal"), "server"],
    [new ApiError(502, "HTTP_502", "Bad Gateway"), "server"],
    [new ApiError(413, "HTTP_413", "413 Request Entity Too Large"), "unknown"],
    [new Error("x"), "unknown"],
  ])("puts a sentence of ours in the place of %s", (error, key) => {
    expect(failureKey(error)).toBe(key);
  });

  it.each([
    [400, "GOAL_LIMIT_EXCEEDED", "The goal can be at most €500.00."],
    [400, "AMOUNT_ABOVE_REMAINING", "Only €404.00 is still needed."],
    [404, "NOT_FOUND", "We couldn’t find this."],
    [502, "PROVIDER_UNAVAILABLE", "We can’t reach the payment provider right now."],
    [503, "UNAVAILABLE", "Service Unavailable"],
  ])("leaves the sentence of an error of the contract as it is: %i %s %s", (status, code, message) => {
    expect(failureKey(new ApiError(status, code, message))).toBeNull();
  });

  it("never takes a gateway's own page or body for a sentence", async () => {
    for (const answer of [
      () => new Response("<h1>502 Bad Gateway</h1>", { status: 502, statusText: "Bad Gateway" }),
      () => Response.json({ message: "Bad Gateway" }, { status: 502 }),
      () => Response.json({ error: "upstream connect error", code: "E42" }, { status: 502 }),
      () => Response.json({ error: { code: 502 }, message: "Bad Gateway", code: "E42" }, { status: 502 }),
    ]) {
      answering(answer);
      expect(failureKey(await send("GET", "/x").catch((thrown: unknown) => thrown))).toBe("server");
    }
  });
});
