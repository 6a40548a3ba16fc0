import { Readable } from "node:stream";
import { db } from "@/db/client";
import { exportData } from "@/lib/domain/privacy/export-data";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.exportData, async ({ viewer }) => {
    const { exportedAt, json } = await exportData(db(), viewer);
    const name = `personal-data-${exportedAt.toISOString().slice(0, 10)}.json`;
    return new Response(Readable.toWeb(json) as ReadableStream, {
      headers: {
        "Content-Type": "application/json",
        "Content-Disposition": `attachment; filename="${name}"`,
      },
    });
  }),
});
