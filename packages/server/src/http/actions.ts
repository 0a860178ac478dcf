// How the actions that a record accepts now look on the wire. The rules of each module say which they are.
import { Named, OneOf, Type } from './schema.ts'

/** `toStatus`: the status after the action. */
export type Available<Action extends string, Status extends string> = { action: Action; toStatus: Status }

export const ActionsView = <Actions extends readonly string[], Statuses extends readonly string[]>(
  name: string,
  actions: Actions,
  { values, ...status }: { values: Statuses; title: string; description?: string },
) =>
  Type.Array(
    Named(`Available${name}`, {
      action: OneOf(actions, { title: name }),
      to_status: OneOf(values, status),
      required_fields: Type.Array(Type.String(), { description: 'Required fields of the request body.' }),
    }),
    {
      description: 'Actions available now, the usual next step first. Other actions fail with 409.',
    },
  )

export const actionViews = <Action extends string, Status extends string>(
  actions: readonly Available<Action, Status>[],
  requiredFields: { readonly [A in Action]?: readonly string[] } = {},
) =>
  actions.map(({ action, toStatus }) => ({
    action,
    to_status: toStatus,
    required_fields: [...(requiredFields[action] ?? [])],
  }))
