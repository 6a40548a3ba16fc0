import { env } from "@/lib/env";
import { takeUpload } from "@/lib/web/local-upload";
import { endpoints } from "@/lib/web/route";

/** Where the local store takes uploads; with a bucket, they never come here. */
export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: async (request, { params }) => {
    const key = (await params)?.key;
    return env().photoStore || !Array.isArray(key)
      ? new Response(null, { status: 404 })
      : takeUpload(request, ["uploads", ...key].join("/"));
  },
});
