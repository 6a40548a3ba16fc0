import type { MetadataRoute } from "next";

/** Everything may be read but the calls; what a page is not to be found by, it says itself. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: "*", allow: "/", disallow: ["/api/", "/u/"] } };
}
