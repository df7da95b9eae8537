import type { FieldProps } from '../ui/field.ts';
import { SelectField } from '../ui/SelectField.tsx';
import { asOptions, usePlaces } from './places.ts';

type Bound = Omit<FieldProps<string>, 'label'>;

interface PlaceValues {
  akun_id: string | undefined;
  dana_id: string | undefined;
}

/** The server books into the first ones, which the selects show. */
export const firstPlaces: PlaceValues = { akun_id: undefined, dana_id: undefined };

/** Where money is booked; nothing while the estate has one account and one fund. */
export function PlaceFields({ account, fund }: { account: Bound; fund: Bound }) {
  const { accounts, funds } = usePlaces();
  return (
    <>
      {accounts.length > 1 && <SelectField {...account} label="Rekening" options={asOptions(accounts)} />}
      {funds.length > 1 && <SelectField {...fund} label="Dana" options={asOptions(funds)} />}
    </>
  );
}
