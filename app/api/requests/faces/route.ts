import { db } from "@/db/client";
import { facesOf } from "@/lib/domain/donors/faces";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.readFaces, ({ query }) => facesOf(db(), query.ids)),
});
