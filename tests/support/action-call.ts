import type { BuiltAction } from "./doors";
import type { Client } from "./http";

/** What a server action answered: its own result, or `refused` where Next.js did not let the call come to it. */
export type ActionAnswer = { status: number; headers: Headers; text: string; outcome: string; data: unknown };

/** Calls a server action over HTTP as a browser does. */
export async function callAction(
  client: Client,
  { id, page }: Pick<BuiltAction, "id" | "page">,
  args: unknown[],
  headers: Record<string, string> = {},
): Promise<ActionAnswer> {
  const { body, ...answer } = await client.send("POST", page, {
    body: JSON.stringify(args),
    headers: {
      "next-action": id,
      accept: "text/x-component",
      "content-type": "text/plain;charset=UTF-8",
      ...headers,
    },
  });
  const text = String(body);
  return { ...answer, text, ...resultIn(text, answer.status) };
}

/** The action's result within the component payload: the row that the first one names as the answer. */
function resultIn(text: string, status: number): { outcome: string; data: unknown } {
  const [, row = ""] = /^0:\{"a":"\$@(\w+)"/m.exec(text) ?? [];
  const [, json] = new RegExp(`^${row}:(.*)$`, "m").exec(text) ?? [];
  if (status >= 300 || json === undefined || json.startsWith("E{")) return { outcome: "refused", data: null };
  if (json === '"$undefined"') return { outcome: "ok", data: null };
  const result = JSON.parse(json) as { ok: boolean; code?: string; data?: unknown };
  return { outcome: result.ok ? "ok" : (result.code ?? ""), data: result.data ?? null };
}
