import { newId } from "@/db/schema";
import { builtPages } from "../support/doors";
import { ACCESS, type Asked } from "./access-table";

/** A request to send. */
type ToAsk = { method: string; path: string; sent: Asked };

/**
 * Every call of the access table about these things, what would change something asked wrongly; every page and its
 * component payload; every list; and more paths of a test's own, of pages and calls.
 */
export function whatToAsk(things: Record<string, string>, more: readonly string[]): ToAsk[] {
  const get = (path: string, headers = {}): ToAsk => ({ method: "GET", path, sent: { headers } });
  const calls = Object.entries(ACCESS).map(([name, row]): ToAsk => {
    const [method = "", path = ""] = name.replace(/^page /, "GET ").split(" ");
    // Without a body nothing of these can be wrong, and the things would take no donations any more.
    const isDeed = /\/(pause|resume|close|block|follow|save)$/.test(name);
    const thing = (isDeed ? undefined : things[row.of ?? ""]) ?? newId();
    const asked = row.ask?.(thing) ?? {};
    const address = asked.path ?? path.replace(/\{\w+\}/, thing);
    // What the table asks of an erasure erases nobody.
    const harmless = method === "GET" || name.includes("/validate") || name === "DELETE /api/auth/user";
    return {
      method,
      path: `${address}?${asked.query ?? ""}`,
      sent: harmless ? asked : { body: { amount: "x" } },
    };
  });
  const built = builtPages().filter((path) => !path.includes("{"));
  const periods = ["all", "monthly", "weekly", "daily"];
  // The table has the pages of the build.
  const pages = [
    ...periods.map((period) => `/leaderboard?period=${period}`),
    ...more.filter((path) => !path.startsWith("/api/")),
  ];
  const payloads = [
    ...[...built, ...pages].map((path) => `${path}${path.includes("?") ? "&" : "?"}_rsc`),
    ...["/index.rsc", "/profile.rsc", "/leaderboard.rsc"],
  ];
  const lists = [
    ...periods.map((period) => `/api/leaderboard?period=${period}`),
    "/api/requests?limit=100",
    ...more.filter((path) => path.startsWith("/api/")),
  ];
  return [
    ...calls,
    ...[...pages, ...lists].map((path) => get(path)),
    ...payloads.map((path) => get(path, { rsc: "1" })),
  ];
}
