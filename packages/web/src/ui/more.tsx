// The button that loads the next page of a list.
import { Button } from './button.tsx'

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

export const More = ({ list }: { list: Pages }) =>
  list.hasNextPage ? (
    <Button kind="plain" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      Load more
    </Button>
  ) : null
