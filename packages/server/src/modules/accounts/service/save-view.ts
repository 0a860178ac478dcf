// Use cases of saved views: a person keeps and removes their own.
import type { Tx } from '../../../db/sql.ts'
import { ApiError, notFound } from '../../../kernel/errors.ts'
import type { Id } from '../../../kernel/ids.ts'
import { SAVED_VIEWS_MAX } from '../../../kernel/limits.ts'
import * as store from '../store/saved-views.ts'
import { lockUser } from '../store/users.ts'

export async function saveView(tx: Tx, userId: Id<'user'>, view: store.SavedView): Promise<void> {
  // The limit holds for requests at the same time, too.
  await lockUser(tx, userId)
  await store.saveView(tx, userId, view)
  if ((await store.listViews(tx, userId)).length > SAVED_VIEWS_MAX)
    throw new ApiError('conflict', {
      message: `You can save at most ${SAVED_VIEWS_MAX} views. Delete one first.`,
      reason: 'too_many_views',
    })
}

export async function deleteView(tx: Tx, userId: Id<'user'>, list: string, name: string): Promise<void> {
  if ((await store.deleteView(tx, userId, list, name)) === 0) throw notFound('You have no view with this name.')
}
