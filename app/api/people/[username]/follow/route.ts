import { db } from "@/db/client";
import { follow, unfollow } from "@/lib/domain/users/follow";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: route(contract.followPerson, ({ viewer, params }) => follow(db(), viewer, params.username)),
  DELETE: route(contract.unfollowPerson, ({ viewer, params }) => unfollow(db(), viewer, params.username)),
});
