/** What the picker offers (specification 2, Profile): 32 emoji that old phones know too. The first is everyone's at the start. */
export const AVATARS = [
  ..."😊😀😄😎🤗😍🤓😇",
  ..."🐶🐱🦊🐻🐼🐨🐸🦁",
  ..."🐯🐵🐧🐢🦋🐝🦄🐙",
  ..."🌻🌳🍀🌈⭐🔥🎈🚀",
] as const;
