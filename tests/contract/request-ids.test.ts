import { expect, it } from "vitest";
import { Client } from "../support/http";

it.each(["/api/health", "/auth", "/api/no-such-call", "/icon.svg"])(
  "names a request itself where no proxy of ours did, whatever its caller says: %s",
  async (path) => {
    const given = "01900000-edge-0000-0000-00000000beef";
    const { headers } = await new Client().send("GET", path, { headers: { "x-request-id": given } });
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f-]{17}$/);
  },
);
