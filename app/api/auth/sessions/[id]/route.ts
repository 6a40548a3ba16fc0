import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";
import { endSessionOf } from "@/lib/web/session/end-sessions";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  DELETE: route(contract.endSession, ({ viewer, params }) => endSessionOf(viewer, params.id)),
});
