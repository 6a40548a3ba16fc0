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

  it("knows which failures need a sentence of ours", () => {
    expect(failureKey(new ApiError(0, "NETWORK", "Failed to fetch"))).toBe("offline");
    expect(failureKey(new TypeError("Load failed"))).toBe("offline");
    expect(failureKey(new TypeError("NetworkError when attempting to fetch resource."))).toBe("offline");
    expect(failureKey(new ApiError(404, "HTTP_404", "404 Not Found"))).toBe("notFound");
    expect(failureKey(new ApiError(500, "HTTP_500", "500 Internal"))).toBe("server");
    expect(failureKey(new ApiError(503, "HTTP_503", "Service Unavailable"))).toBe("server");
    expect(failureKey(new Error("x"))).toBe("unknown");
  });
});
