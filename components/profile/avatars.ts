/**
 * The avatars to choose from (specification 2, Profile): 32 emoji that old phones have too. The first is the
 * default.
 */
export const AVATARS = [
  ..."😊😀😄😎🤗😍🤓😇",
  ..."🐶🐱🦊🐻🐼🐨🐸🦁",
  ..."🐯🐵🐧🐢🦋🐝🦄🐙",
  ..."🌻🌳🍀🌈⭐🔥🎈🚀",
] as const;
