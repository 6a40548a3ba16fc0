import { db } from "@/db/client";
import { changeGiving } from "@/lib/domain/requests/change-own";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.resumeRequest, ({ viewer, params }) =>
    changeGiving(db(), viewer, { id: params.id, to: "resumed" }),
  ),
});
