import { notFound, redirect } from "next/navigation";

/**
 * Unknown paths lead home (D34). Outside the shell, so that the answer is a redirect and not a page that redirects. A file of another build is
 * no path of a person's: whoever asks for a script has no use for a page.
 */
export default async function UnknownPath({ params }: PageProps<"/[...rest]">) {
  if ((await params).rest[0] === "_next") notFound();
  redirect("/");
}
