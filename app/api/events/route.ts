import { lastEventAt } from "@/lib/domain/live/rules";
import { eventsQuerySchema } from "@/lib/domain/live/schema";
import { AppError } from "@/lib/ground/errors";
import { namedRequests, takeAnswer } from "@/lib/server/live/answer";
import { STREAM_TYPE } from "@/lib/server/live/event";
import { openStream } from "@/lib/server/live/hub";
import { isStopping } from "@/lib/server/shutdown";
import { contract } from "@/lib/web/contract";
import { validate } from "@/lib/web/input";
import { endpoints, route } from "@/lib/web/route";
import { currentSid } from "@/lib/web/session";

/** For a browser whose server is being stopped: by then the proxy sends it to another, in seconds. */
const ELSEWHERE_S = 2;

/** Neither our own compression nor a proxy may collect events before it sends them. */
const HEADERS = {
  "Content-Type": STREAM_TYPE,
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
};

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.events, async ({ viewer, query, address, request }) => {
    const { requests = null } = validate(eventsQuerySchema, { ...query, requests: namedRequests() });
    if (isStopping()) throw new AppError("UNAVAILABLE", { retryAfter: ELSEWHERE_S });
    if (request.method === "HEAD") return new Response(null, { headers: HEADERS });
    const lastEvent = lastEventAt(request.headers.get("last-event-id") ?? query.lastEventId);
    const listener = viewer && { id: viewer.id, sid: await currentSid() };
    openStream({ viewer: listener, address, lastEvent, requests }, takeAnswer);
    return new Response(null, { headers: HEADERS });
  }),
});
