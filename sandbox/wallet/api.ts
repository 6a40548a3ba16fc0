export type Link = { href: string; rel: string; method?: "GET" | "POST" };

export const link = (rel: string, href: string, method: "GET" | "POST" = "GET"): Link => ({
  rel,
  method,
  href,
});
