import { notFound, redirect } from "next/navigation";

/**
 * Unknown paths redirect to the home page (D34). Outside the shell, so that the answer is a redirect and not a page
 * that redirects. A script of another build gets a 404.
 */
export default async function UnknownPath({ params }: PageProps<"/[...rest]">) {
  if ((await params).rest[0] === "_next") notFound();
  redirect("/");
}
