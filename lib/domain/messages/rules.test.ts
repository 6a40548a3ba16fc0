import { describe, expect, it } from "vitest";
import { digestAt, isPushEndpoint, nextSummary } from "./rules";

const AMSTERDAM = "Europe/Amsterdam";

it.each([
  ["daily", "2026-11-22T16:59:59.999Z", "daily 2026-11-22", "2026-11-22T17:00:00.000Z"],
  ["daily", "2026-11-22T17:00:00.000Z", "daily 2026-11-23", "2026-11-23T17:00:00.000Z"],
  ["daily", "2026-11-22T23:30:00.000Z", "daily 2026-11-23", "2026-11-23T17:00:00.000Z"],
  ["daily", "2026-03-28T18:00:00.000Z", "daily 2026-03-29", "2026-03-29T16:00:00.000Z"],
  ["weekly", "2026-11-23T07:59:59.999Z", "weekly 2026-W47", "2026-11-23T08:00:00.000Z"],
  ["weekly", "2026-11-23T08:00:00.000Z", "weekly 2026-W48", "2026-11-30T08:00:00.000Z"],
  ["weekly", "2026-12-31T12:00:00.000Z", "weekly 2026-W53", "2027-01-04T08:00:00.000Z"],
] as const)("a %s summary after %s is %s", (frequency, at, cause, dueAt) => {
  const next = nextSummary(frequency, new Date(at), AMSTERDAM);
  expect({ ...next, dueAt: next.dueAt.toISOString() }).toEqual({ cause, dueAt });
  // Each summary has one after it, so that one being sent already can be passed over.
  expect(nextSummary(frequency, next.dueAt, AMSTERDAM).dueAt > next.dueAt).toBe(true);
});

it("a digest is about the week that ended on Monday at nine, and written for two days", () => {
  expect(digestAt(new Date("2026-11-23T07:59:59.999Z"), AMSTERDAM)).toBeNull();
  const digest = {
    cause: "2026-W47",
    from: new Date("2026-11-16T08:00:00Z"),
    to: new Date("2026-11-23T08:00:00Z"),
  };
  expect(digestAt(new Date("2026-11-23T08:00:00Z"), AMSTERDAM)).toEqual(digest);
  expect(digestAt(new Date("2026-11-25T07:59:59.999Z"), AMSTERDAM)).toEqual(digest);
  expect(digestAt(new Date("2026-11-25T08:00:00Z"), AMSTERDAM)).toBeNull();
});

const SANDBOX = "http://127.0.0.1:4242";

describe("the endpoint of a subscription, which this server calls", () => {
  it.each([
    "https://fcm.googleapis.com/fcm/send/abc:APA91b-_x",
    "https://fcm.googleapis.com/wp/abc:APA91b",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAAAAB",
    "https://web.push.apple.com/QGuQyavXutnMH",
    "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAC%3d%2f",
  ])("may be %s", (endpoint) => {
    expect(isPushEndpoint(endpoint, null)).toBe(true);
  });

  it.each([
    "",
    "fcm.googleapis.com/fcm/send/x",
    "//fcm.googleapis.com/x",
    "http://fcm.googleapis.com/fcm/send/x",
    "https://fcm.googleapis.com:8443/fcm/send/x",
    "https://fcm.googleapis.com:443/fcm/send/x",
    "https://fcm.googleapis.com./fcm/send/x",
    "https://FCM.googleapis.com/fcm/send/x",
    "https://fcm.googleapis.com",
    "https://evil.fcm.googleapis.com/x",
    "https://fcm.googleapis.com.evil.example/x",
    "https://evilfcm.googleapis.com/x",
    "https://fcm.googleapis.com@evil.example/x",
    "https://evil.example@fcm.googleapis.com/x",
    "https://user:pass@fcm.googleapis.com/x",
    "https://evil.example/fcm.googleapis.com",
    "https://evil.example\\.push.apple.com/x",
    "https://evil.example/.push.apple.com",
    "https://evil.example#.push.apple.com",
    "https://evil.example?.push.apple.com",
    "https://evilpush.apple.com/x",
    "https://push.apple.com/x",
    "https://fcm.googleapis.com/x#fragment",
    "https://fcm.googleapis.com/x\n",
    " https://fcm.googleapis.com/x",
    "https://fcm.goog\tleapis.com/x",
    "https://fcm。googleapis。com/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/x",
    "file:///etc/passwd",
    "javascript:alert(1)",
    `${SANDBOX}/push/abc`,
  ])("is never %j", (endpoint) => {
    expect(isPushEndpoint(endpoint, null)).toBe(false);
  });

  it("may be the sandbox's own beside them where there is one, and nothing else there", () => {
    expect(isPushEndpoint(`${SANDBOX}/push/abc-1_2`, SANDBOX)).toBe(true);
    expect(isPushEndpoint("https://fcm.googleapis.com/fcm/send/x", SANDBOX)).toBe(true);
    for (const endpoint of [
      `${SANDBOX}/v1/refunds`,
      `${SANDBOX}/push/`,
      `${SANDBOX}/push/../v1/refunds`,
      `${SANDBOX}/push/a/b`,
      `${SANDBOX}/push/a?b`,
      `${SANDBOX}/push/%2e%2e`,
      "http://127.0.0.1:4243/push/abc",
      "http://localhost:4242/push/abc",
      "http://127.0.0.1:4242@evil.example/push/abc",
    ])
      expect(isPushEndpoint(endpoint, SANDBOX), endpoint).toBe(false);
  });
});
