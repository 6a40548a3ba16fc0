import { db } from "@/db/client";
import { saveRequest, unsaveRequest } from "@/lib/domain/finding/save-request";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: route(contract.saveRequest, ({ viewer, params }) => saveRequest(db(), viewer, params.id)),
  DELETE: route(contract.unsaveRequest, ({ viewer, params }) => unsaveRequest(db(), viewer, params.id)),
});
