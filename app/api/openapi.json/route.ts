import { contract } from "@/lib/web/contract";
import { openApiDocument } from "@/lib/web/openapi";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.openApi, async () => openApiDocument()),
});
