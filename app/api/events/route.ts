import { lastEventAt } from "@/lib/domain/live/rules";
import { sidOf } from "@/lib/domain/sessions/token";
import { AppError } from "@/lib/ground/errors";
import { takeAnswer } from "@/lib/server/live/answer";
import { STREAM_TYPE } from "@/lib/server/live/event";
import { openStream } from "@/lib/server/live/hub";
import { isStopping } from "@/lib/server/shutdown";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";
import { currentToken } from "@/lib/web/session";

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
    if (isStopping()) throw new AppError("UNAVAILABLE", { retryAfter: ELSEWHERE_S });
    if (request.method === "HEAD") return new Response(null, { headers: HEADERS });
    const lastEvent = lastEventAt(request.headers.get("last-event-id") ?? query.lastEventId);
    const sid = sidOf((await currentToken()) ?? "");
    const listener = viewer && { id: viewer.id, sid };
    const requests = query.requests ?? null;
    openStream({ viewer: listener, address, lastEvent, requests }, takeAnswer);
    return new Response(null, { headers: HEADERS });
  }),
});
