// State machines are data: an action, where it may start, where it ends.

export type Machine<State extends string, Action extends string> = Readonly<
  Record<Action, { readonly from: readonly State[]; readonly to: State }>
>

/** The state after the action, or null where the machine forbids it. */
export function nextState<State extends string, Action extends string>(
  machine: Machine<State, Action>,
  state: State,
  action: Action,
): State | null {
  const move = machine[action]
  return move.from.includes(state) ? move.to : null
}
