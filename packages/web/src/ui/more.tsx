// The end of a list that goes on.
import { Button } from './button.tsx'

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

export const More = ({ list }: { list: Pages }) =>
  list.hasNextPage ? (
    <Button kind="plain" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      Show more
    </Button>
  ) : null
