import { setTimeout as wait } from "node:timers/promises";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import { valid } from "../control/input";
import type { App, Ctx } from "../http/app";
import type { Sandbox } from "../sandbox";
import { verifyVapid } from "./vapid";

/** What every push service takes at least, with the header of the encryption (RFC 8291, 4). */
const MAX_BODY = 4_096;

const headers = z.object({
  ttl: z.string().regex(/^\d+$/, "TTL is missing"),
  "content-encoding": z.literal("aes128gcm"),
  urgency: z.enum(["very-low", "low", "normal", "high"]).optional(),
  topic: z
    .string()
    .regex(/^[\w-]{1,32}$/)
    .optional(),
});

const filter = z.strictObject({ subscription: z.string().optional() });

/**
 * /push/:id: the endpoint of a browser's subscription (RFC 8030), for which any id will do. It accepts what is
 * encrypted and signed as browsers' services demand it.
 */
export function pushRoutes(app: App, { pushes, faults, options }: Sandbox): void {
  app.post("/push/:id", async (c) => {
    const subscription = c.req.param("id");
    const occasion = { recipient: subscription };
    const failure = faults.take("failNext", occasion);
    if (failure) return refusal(c, failure, "requested by a fault");
    const body = Buffer.from(await c.req.arrayBuffer());
    if (body.length > MAX_BODY) return refusal(c, 413, "the message is too large");
    const sent = c.req.header();
    const problem = headers.safeParse(sent).error;
    if (problem) return refusal(c, 400, z.prettifyError(problem));
    let vapid: ReturnType<typeof verifyVapid>;
    try {
      vapid = verifyVapid(sent.authorization, options.apiUrl);
    } catch (error) {
      return refusal(c, 403, (error as Error).message);
    }
    const { id } = pushes.add({ subscription, headers: sent, vapid, body: body.toString("base64") });
    const delay = faults.take("answerAfterMs", occasion);
    if (delay) await wait(delay);
    return c.body(null, 201, { Location: `${options.apiUrl}/push/${subscription}/${id}` });
  });
}

/** /_sandbox/pushes: the messages that the push service accepted. */
export function pushControlRoutes(app: App, { pushes }: Sandbox): void {
  app.get("/_sandbox/pushes", (c) => {
    const { subscription } = valid(filter, JSON.stringify(c.req.query()));
    return c.json({ pushes: pushes.list(subscription) });
  });
}

function refusal(c: Ctx, status: number, message: string): Response {
  return c.json({ message }, status as ContentfulStatusCode);
}
