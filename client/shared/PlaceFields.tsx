import type { AccountKind } from '../../contract/cash-book.ts';
import type { FieldProps } from '../ui/field.ts';
import { SelectField } from '../ui/SelectField.tsx';
import { asOptions, usePlaces } from './places.ts';

type Bound = Omit<FieldProps<string>, 'label'>;

interface PlaceValues {
  akun_id: string | undefined;
  dana_id: string | undefined;
}

/** The server chooses: the first ones, which the selects show. */
export const firstPlaces: PlaceValues = { akun_id: undefined, dana_id: undefined };

interface Props {
  account: Bound;
  fund: Bound;
  /** Kind of account that the server takes when none is named. */
  kind?: AccountKind | undefined;
}

/** Where money is booked; nothing while the estate has one account and one fund. */
export function PlaceFields({ account, fund, kind }: Props) {
  const { accounts, funds } = usePlaces();
  const first = accounts.find(({ jenis }) => jenis === kind) ?? accounts[0];
  return (
    <>
      {accounts.length > 1 && (
        <SelectField
          {...account}
          label="Rekening"
          value={account.value ?? String(first?.id)}
          options={asOptions(accounts)}
        />
      )}
      {funds.length > 1 && <SelectField {...fund} label="Dana" options={asOptions(funds)} />}
    </>
  );
}
