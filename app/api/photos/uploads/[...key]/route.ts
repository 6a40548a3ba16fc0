import { receiveUpload } from "@/lib/domain/photos/receive-upload";
import { takeUpload } from "@/lib/web/local-upload";
import { photos } from "@/lib/web/photos";
import { endpoints } from "@/lib/web/route";

/** Where this server takes uploads: for the local store all of them, for a bucket those whose length was not told. */
export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: async (request, { params }) => {
    const key = (await params)?.key;
    const store = { receive: receiveUpload.bind(null, photos()) };
    return takeUpload(store, request, ["uploads", ...(Array.isArray(key) ? key : [])].join("/"));
  },
});
