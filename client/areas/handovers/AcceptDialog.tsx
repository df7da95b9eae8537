import type * as z from 'zod/mini';
import { formatRupiah } from '../../../contract/format.ts';
import { decideHandover, type Handover, handoverLabels } from '../../../contract/handovers.ts';
import { asOptions, usePlaces } from '../../shared/places.ts';
import { useSend } from '../../shared/queries.ts';
import { FormSheet } from '../../ui/FormSheet.tsx';
import { Money } from '../../ui/Money.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { useReportedForm } from '../../ui/use-reported-form.ts';

const uncounted = {
  status: 'diterima' as 'diterima' | 'ditolak',
  dihitung: null as number | null,
  alasan: '',
  akun_id: undefined as string | undefined,
};

/** The sum is not filled in: it is what was counted. */
export function AcceptDialog({ handover, onClose }: { handover: Handover; onClose: () => void }) {
  const { id, dari, jumlah, diputuskan_oleh } = handover;
  const { accounts } = usePlaces();
  const cash = accounts.find(({ jenis }) => jenis === 'kas'); // where the server books it unless told
  const { send } = useSend(decideHandover);
  const form = useReportedForm({
    initial: uncounted,
    schema: decideHandover.body,
    draftKey: `setoran-${id}`,
    send: (body: z.output<typeof decideHandover.body>) => send({ params: { id }, body }),
    about: () => dari,
    onSent: onClose,
  });
  const { status, dihitung } = form.values;
  const decision = form.field('status');
  const accepts = status === 'diterima';
  const short = accepts && dihitung !== null && dihitung < jumlah;
  return (
    <FormSheet
      of={form}
      title={`Setoran ${dari}`}
      label="Terima setoran"
      failed="Gagal memproses setoran"
      onClose={onClose}
      submit={accepts ? 'Terima' : 'Tolak'}
      look="accent"
      drops
    >
      {handover.status !== 'menunggu' && !form.busy && (
        <Notice tone="danger" title="Setoran ini baru saja diproses">
          {handoverLabels[handover.status]} oleh {diputuskan_oleh}.
        </Notice>
      )}
      <p>
        {dari} menyetor <Money value={jumlah} />. Hitung uangnya bersama-sama.
      </p>
      <SelectField
        {...decision}
        onChange={(value) => {
          decision.onChange(value);
          form.set('alasan', form.values.alasan); // drops its error, which was about the other decision
        }}
        label="Keputusan"
        options={[
          { value: 'diterima', label: 'Terima' },
          { value: 'ditolak', label: 'Tolak' },
        ]}
      />
      {accepts && (
        <NumberField
          {...form.field('dihitung')}
          label="Uang yang dihitung"
          prefix="Rp"
          description={
            short
              ? `Kurang ${formatRupiah(jumlah - dihitung)}; sisanya tetap tercatat di tangan ${dari}.`
              : undefined
          }
          required
        />
      )}
      {(short || !accepts) && <TextareaField {...form.field('alasan')} label="Alasan" rows={2} required />}
      {accepts && accounts.length > 1 && (
        <SelectField
          {...form.field('akun_id')}
          label="Masuk ke"
          value={form.values.akun_id ?? String(cash?.id ?? '')}
          options={asOptions(accounts)}
        />
      )}
    </FormSheet>
  );
}
