// Who did something, as people read it.

/** `user:ada@example.com` is the address, `token:backup` is `token backup`. Timelines say before it what the person was. */
export const actorText = (actor: string): string =>
  actor.replace(/(^| )user:/, '$1').replace(/(^| )(token|command|job):/, '$1$2 ')
