import Link from "next/link";

/** A person's username, which leads to what operators know of them. */
export function PersonLink({ username }: { username: string }) {
  return (
    <Link href={`/office/people/${encodeURIComponent(username)}`} prefetch={false} className="underline">
      {`@${username}`}
    </Link>
  );
}
