/**
 * Sends a form of n8n as its page does.
 *
 * @param values in the order of the fields
 */
export async function submit(url: string, values: ReadonlyArray<string | File>): Promise<void> {
	const body = new FormData();
	values.forEach((value, index) => body.append(`field-${index}`, value));
	const { status } = await fetch(url, { method: 'POST', body });
	if (status !== 200) throw new Error(`The form answered ${status}`);
}
