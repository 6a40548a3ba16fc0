import { log } from "@/lib/server/log";
import { contract } from "@/lib/web/contract";
import { readViolations } from "@/lib/web/csp";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.reportViolations, async ({ request, requestId }) => {
    for (const violation of await readViolations(request)) {
      log.warn({ requestId, ...violation }, "content policy violation");
    }
  }),
});
