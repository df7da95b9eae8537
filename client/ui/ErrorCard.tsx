import type { ComponentProps } from 'react';
import { Card } from './Card.tsx';
import { ErrorState } from './ErrorState.tsx';

/** In the place of a card. Not beside ErrorState, which the login screen loads too. */
export const ErrorCard = (props: ComponentProps<typeof ErrorState>) => (
  <Card>
    <ErrorState {...props} />
  </Card>
);
