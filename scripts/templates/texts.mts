import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../harness/project/project.mjs';

/*
 * What n8n's template library shows of each sample: for people who see the workflow for the first time, and have neither the sandbox nor the other
 * samples.
 */

export interface TemplateText {
	/** A verb, a thing and where: 'Call new leads from a web form with an AI voice agent'. */
	title: string;
	/** What happens, in this order. */
	howItWorks: string[];
	/** What to set, after the package and its credential. */
	setup: string[];
	/** What can be changed. */
	customization: string[];
	/** The sample's own notes that are too long for the library, or about the sandbox, in short: by the name of the note. */
	notes?: Record<string, string>;
}

const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	repository: { url: string };
};
/** Where the files for the data tables are. */
const FILES = `${repository.url.replace(/^git\+|\.git$/g, '')}/tree/main/workflows`;

/** How a list comes into n8n. */
const LIST_FILE =
	'Save your list as `contacts.csv` in the folder **.n8n-files** of your n8n, with the columns phone, first_name, last_name, company, city, note.';
const DO_NOT_CALL =
	'Create the data table **do_not_call** with the text columns phone, name, asked_at, call_id, and choose it in **Do not call**. It can be empty.';
const COUNTRY =
	'Set *Default Country Code* to the country of your numbers: 1 is the USA and Canada.';

/** By the file of the sample. */
export const texts: Record<string, TemplateText> = {
	'call-me.json': {
		title: 'Call your own phone with an AI voice agent',
		howItWorks: [
			'You click *Execute workflow*.',
			'**Call your phone** places one call. Your agent speaks with you, and the node waits until the call is over.',
			'**What was said** shows the outcome, the summary and the transcript of the call.',
		],
		setup: [
			'Choose your agent in **Call your phone**.',
			'Enter your own phone number there, with + and the country code. The number of the template is an example.',
			'Enter your first name, too: the agent can use it.',
		],
		customization: [
			'Each run is a real call and costs credits. Here, *Options → Duplicate Numbers* allows you to call yourself again and again. Set it to once a day before you call other people.',
			'Put a form, a sheet or a CRM in front of the node to call the people in it.',
		],
		notes: {
			'Note 1':
				'**An agent calls your phone, and you read what was said.**\n\nEnter your own number in **Call your phone**. This call is real, and so is each further one.',
		},
	},
	'call-a-list.json': {
		title: 'Call every contact in a CSV file with an AI voice agent',
		howItWorks: [
			'You click *Execute workflow*, and **Rows** reads your list. Or somebody uploads a list in the form **Upload a list**.',
			'**Make call** calls each person of the list, and waits until all calls are over, at most ten minutes.',
			'**Result** makes one row for each person: what was said, or why nobody was called. A row with no valid number is not called, and a number that is in the list twice is called once.',
			'**Results as Excel file** makes a file of these rows.',
		],
		setup: [
			LIST_FILE,
			'n8n Cloud has no such folder: activate **Upload a list**, give it a login, and publish the workflow.',
			'Choose your agent in **Make call**.',
			COUNTRY,
		],
		customization: [
			'Put Google Sheets or a CRM in place of **Rows**, and its columns into **Make call** and **Result**.',
			'Set *Calling Rules* in **Make call**: hours, and people who must not be called.',
			'A number is called once a day. *Options → Duplicate Numbers* changes that.',
		],
		notes: {
			'Note 1':
				'**An agent calls everybody in a list.** The list is `contacts.csv` in the folder **.n8n-files**, or is uploaded in a form.',
			'Note 2':
				'**One call for each row, one row for each result.** Who was not called is in the results, too: **Result** says why. A number is called once a day, also if you run the workflow again.',
		},
	},
	'appointment-reminders.json': {
		title: 'Remind people of appointments from Google Sheets with AI phone calls',
		howItWorks: [
			'Every day at 16:00, your appointments and the people who must not be called are read from two data tables. Google Sheets is ready for the appointments, and switched off.',
			'**Tomorrow** keeps the appointments of tomorrow that have no answer yet, by the time zone of each person.',
			'**Remind by phone** calls each of these people. Your agent knows their name, the day and the time.',
			'**Answer** makes one word of the outcome, such as *confirmed* or *not reached*, and the next node writes it into the row.',
		],
		setup: [
			'Create the data table **appointments** with the text columns appointment, name, phone, time_zone, date, time, answer, summary, reminded_at. Choose it in **Appointments** and **Into the table**. Or choose your sheet with these columns in both Google Sheets nodes, activate them, and delete these two.',
			DO_NOT_CALL,
			'Choose your agent in **Remind by phone**.',
			COUNTRY,
		],
		customization: [
			'Change the hour in **Every day at 16:00**.',
			'Your agent may have other outcomes: change the words in **Answer**.',
		],
		notes: {
			'Note 1':
				'**Who has an appointment tomorrow is called once, and the answer is written into the row.** For Google Sheets, use the two nodes that are switched off in place of **Appointments** and **Into the table**.',
			'Note 2':
				'**Nobody is called twice about the same day**: *Call Again When This Changes* is the date. **Date and time** reads texts such as 2026-03-02 and 9:30, and real dates of a table or a sheet.',
		},
	},
	'monday-campaign.json': {
		title: 'Run a weekly calling campaign from a CSV file with an AI voice agent',
		howItWorks: [
			'Every Monday at 9, the workflow reads your list, and the people who must not be called.',
			'**Create campaign** makes one campaign of the list. A number is sent once a day, also if you run the workflow again.',
			'**Start campaign** starts it and waits until it is over, at most ten hours.',
			'**Get analytics** shows the figures of the campaign, and **Results as Excel file** has one row for each person.',
			'**Rows left out** lists who was not sent, with the number of the row and the reason.',
		],
		setup: [
			LIST_FILE,
			'Without such a folder, as on n8n Cloud: choose your sheet in **Google Sheets**, activate it, and delete the two nodes before it.',
			DO_NOT_CALL,
			'Choose your agent in **Create campaign**.',
			COUNTRY,
		],
		customization: [
			'Change day and hour in **Every Monday at 9**.',
			'Add calling hours to *Calling Rules* in **Create campaign**.',
			'Put Slack or email behind **Results as Excel file** to send the results.',
		],
		notes: {
			'Note 1':
				'**Every Monday at 9, an agent calls everybody in a list.** The list is a file in the folder **.n8n-files**, or a sheet in **Google Sheets**.',
			'Note 2':
				'**Start campaign waits for the end**, at most ten hours. **Rows left out** has the rows that were not sent: no valid number, a duplicate, sent before, or in the table **do_not_call**.',
		},
	},
	'campaign-in-slices.json': {
		title: 'Call a long list with an AI voice agent in slices from Google Sheets',
		howItWorks: [
			'Every 2 minutes, **How many now?** looks how many contacts of your campaign still wait, and how many people answered since some slices ago.',
			'If fewer than 30 wait, **Add a slice** sends the next ones of the list. Nobody is sent twice.',
			'Rules are asked for each slice: the data table **Do not call**, holidays and credits. Who is held back stays in the list and is tried again.',
			'If fewer than 40 percent of the last 30 answered, the run ends with an error, and nothing is sent.',
			'**Write down** keeps one row for each slice. **Start campaign** starts the campaign in the second run.',
		],
		setup: [
			LIST_FILE,
			'Create the data tables **slices** (text columns at, campaign_id, done, answered, sent, held_back_by) and **do_not_call** (phone, name, asked_at, call_id). Choose them in **Slices so far**, **Write down** and **Do not call**.',
			'Create a campaign with the name in **How many now?** and your own number. Do not start it.',
			'Publish the workflow.',
		],
		customization: [
			'Change the numbers in **How many now?**, and the rules of **Add a slice**. The platform must call as fast as you feed it.',
			'A campaign that is paused gets no slice.',
		],
		notes: {
			'Note 1':
				'**A list goes into a campaign in slices**, so that your rules are asked shortly before the platform dials. At most 30 contacts wait there. Create a campaign with this name and your own number first.',
			'Note 2':
				'**Nobody is sent twice**: *Duplicate Numbers* is *Once Ever*, and *Call Again When This Changes* the name of the campaign. Who is held back stays in the list, and is tried with the next slice.',
			'Note 3':
				'**What stops the next slice:** the table **Do not call**, holidays, low credits, fewer than 40 % answered of the last 30, or a campaign that is paused or over. The table **slices** says what was sent.',
		},
	},
	'call-again.json': {
		title: 'Retry unanswered calls of a contact list with AI voice campaigns',
		howItWorks: [
			'Every Monday at 10, the workflow reads your list, and the people who must not be called.',
			'**Create campaign** and **Start campaign** call the list, and wait until all calls are over, at most ten hours.',
			'**Get not reached** finds who did not answer, was busy, or has a voicemail.',
			'**Wait** lets 26 hours pass. Then a new campaign calls only these people. After three tries, or if everybody was reached, the workflow ends.',
			'**All results** has one row for each call.',
		],
		setup: [
			LIST_FILE,
			'Without such a folder, as on n8n Cloud: choose your sheet in **Google Sheets**, activate it, and delete the two nodes before it.',
			DO_NOT_CALL,
			'Choose your agent in **Create campaign**.',
			COUNTRY,
			'Add calling hours to *Calling Rules* in **Create campaign**.',
		],
		customization: [
			'**Done?** has the number of tries, and **Wait** the time between them.',
			'*Max Calls per Person* in **Create campaign** allows three calls in 14 days. Change it together with the tries.',
		],
		notes: {
			'Note 1':
				'**A campaign calls a list. Who was not reached is called again, at most three times.** The list is a file in the folder **.n8n-files**, or a sheet in **Google Sheets**.',
			'Note 2':
				'**One campaign for each try.** *Call Again When This Changes* is the week and the try: run it again in the same week, and nobody is called again.',
		},
	},
	'speed-to-lead.json': {
		title: 'Call new leads from a web form with an AI voice agent',
		howItWorks: [
			'Somebody fills in the form **Call me back** with name, phone, email and interest.',
			'A few seconds later, **Make call** calls this person. Your agent knows the name and the interest. The node waits for the end of the call, at most five minutes.',
			'**What to do** makes a task of the outcome, such as *Send an offer* or *Try again tomorrow*.',
			'**Save lead** writes one row for each form, also if nobody was called.',
			'**Send a text message** writes to a person who was called and not reached. It is switched off, as are HubSpot and Slack.',
		],
		setup: [
			`Create the data table **leads**: import [leads-table.csv](${FILES}). Choose it in **Save lead**.`,
			'Choose your agent in **Make call**.',
			'Set *Calling Rules* there: the whole day is allowed, and the number that must not be called is an example.',
			COUNTRY,
			'Publish the workflow. The address of the form is in **Call me back**.',
		],
		customization: [
			'Your agent may have other outcomes: change the words in **What to do**.',
			'For HubSpot, Slack or Twilio, choose your credential in the node, and activate it. Twilio also sends to WhatsApp.',
			'Put the form of your website in place of **Call me back**.',
		],
		notes: {
			'Note 1':
				'**Somebody fills in a form, and your agent calls a few seconds later.** A double click does not call twice. The whole day is allowed: set your own hours in *Calling Rules*.',
			'Note 2':
				'**What to do** says it for each outcome. Each form is one row in the data table **leads**, also if nobody was called. HubSpot, Slack and the text message are switched off.',
		},
	},
	'phone-as-a-tool.json': {
		title: 'Approve phone calls of an AI Agent in a chat with an AI voice agent',
		howItWorks: [
			'You write into the chat whom to call.',
			'**AI Agent** looks up this person with **Look up contact**, which runs the four nodes in the lower row.',
			'**Ask for approval** shows the name and the number in the chat, with two buttons. Nobody is called before you agree.',
			'**Make call** places the call, and waits for its end, at most five minutes.',
			'**AI Agent** reports the outcome in one or two sentences.',
		],
		setup: [
			'Choose your credential in **Chat model**: OpenAI, or another chat model node.',
			LIST_FILE,
			'Choose your agent in **Make call**. The model cannot change it.',
			'*Calling Rules* in **Make call** allow only numbers that begin with +1: enter your own country.',
			'Publish the workflow, and click *Open chat*. Only users of your n8n can open it. It needs n8n 2.6 or newer.',
		],
		customization: [
			'To ask somebody else, put Slack, Gmail, Teams or Telegram in place of **Ask for approval**.',
			'Put Google Sheets in place of the two nodes that read the file.',
			'The instructions of the model are in **AI Agent**.',
		],
		notes: {
			'Note 1':
				'**An AI Agent looks up a number, asks you before it calls, and tells you what came of the call.** Needs n8n 2.6 or newer. Only users of your n8n can open the page of the chat.',
			'Note 4':
				'**Chat model** can be OpenAI, or another chat model node. Choose your own credential there.',
		},
	},
	'phone-for-any-ai.json': {
		title: 'Give AI assistants a phone over MCP with an AI voice agent',
		howItWorks: [
			'An AI program that speaks MCP, such as a chat app, connects to **Phone** and sees six tools.',
			'With **Make call**, it calls a person through your agent and gets what was said. **Look up call** shows a call later.',
			'With **List agents**, **Read agent** and **Compare agent**, it reads your agents. It cannot change them.',
			'With **Propose change**, it writes a proposal into a data table. You click *Execute workflow*, see the differences in a form, and decide. **Apply if approved** changes the agent, or is a dry run.',
		],
		setup: [
			'Create a **Bearer Auth** credential with a long random token, and choose it in **Phone**.',
			'Choose your agent in **Make call**.',
			'*Calling Rules* in **Make call** allow only numbers that begin with +1, at any hour: set your own.',
			'Create the data table **agent_changes** with the text columns state, agent_id, document. Choose it in **Propose change** and **Take the proposal**.',
			'Publish the workflow. In the AI program, add a server with the *Production URL* of **Phone** and the token. It needs n8n 2.0 or newer.',
		],
		customization: [
			'Delete the tools that your program must not have.',
			'Change the token when somebody leaves: who has it can place calls.',
		],
		notes: {
			'Note 2':
				'**Everybody who has the token can place calls.** *Calling Rules* of **Make call** decide whom: numbers that begin with +1, once a day, at any hour. No model can change them.',
			'Note 3':
				'**A model reads and compares agents, and cannot change one.** What it proposes is a row in the data table **agent_changes**. Click *Execute workflow* to see the differences and decide. If you choose *Change nothing*, **Apply if approved** is a dry run.',
		},
	},
	'receptionist.json': {
		title: 'Book appointments in PostgreSQL during calls with an AI voice agent',
		howItWorks: [
			'A caller asks your agent for an appointment. While it speaks, the agent uses two functions that this workflow gives it.',
			'**Which slots are free?** answers with the free slots of a day from your PostgreSQL, and with the next day that has one.',
			'**Book this slot** books a slot if it is still free. **Book if free** looks and books in one step, so no slot is booked twice.',
			'The agent says that the slot is booked, or which ones are still free.',
			'Google Calendar is ready, and switched off.',
		],
		setup: [
			`Create the table **slots** in your PostgreSQL with [slots-table.sql](${FILES}), and choose your credential in both Postgres nodes.`,
			'Choose your agent in **Which slots are free?** and in **Book this slot**.',
			'Write into the instructions of your agent: use check_free_slots before you offer a time, and book_slot when the caller agrees. Add the date of today.',
			'Publish the workflow: the agent now has the two functions. It needs n8n 2.32 or newer.',
		],
		customization: [
			'Add rows to **slots** for other days and hours. A row with *booked_by* is not free.',
			'For Google Calendar, choose your credential and calendar, and activate the node.',
		],
		notes: {
			'Note 1':
				'**A caller wants an appointment. The agent looks for a free slot and books it, while it speaks.** Both triggers become functions of the agent when you publish the workflow.',
			'Note 2':
				'**Nobody is booked twice.** If two callers want one slot at the same moment, one of them gets it. An agent that asks again in the same call gets the same answer. Needs n8n 2.32 or newer.',
		},
	},
	'calls-to-crm.json': {
		title: 'Save AI voice agent calls with transcripts in a data table and HubSpot',
		howItWorks: [
			'Every minute, **When a call has ended** looks for calls that have ended. Each starts the workflow once, with its transcript.',
			'**Save call** writes one row for each call into a data table.',
			'HubSpot is ready, and switched off: **Find contact** looks for the person by the phone number, and **Log call** adds the call to this contact.',
			'**Mark as logged** remembers it, and **Not in HubSpot yet?** stops calls that were logged before.',
		],
		setup: [
			`Create the data table **calls**: import [calls-table.csv](${FILES}). Choose it in **Save call** and **Mark as logged**.`,
			'Click *Fetch Test Event* to see your latest calls. It changes nothing.',
			'For HubSpot, choose your credential in **Find contact** and **Log call**, and activate the four nodes.',
			'Publish the workflow.',
		],
		customization: [
			'*Start From* in the trigger also brings the calls of the last day. Remove it to begin with the next call.',
			'Put PostgreSQL or a sheet in place of **Save call**, and any other CRM in place of HubSpot. Use *Upsert* there: after a crash of n8n, the last calls are emitted again.',
		],
		notes: {
			'Note 3':
				'**HubSpot is ready, but switched off.** HubSpot does not detect a call that is logged twice: **Mark as logged** saves it, and **Not in HubSpot yet?** passes on only the others.',
		},
	},
	'weekly-report.json': {
		title: 'Create a weekly HTML report of AI voice agent calls by client with Gmail',
		howItWorks: [
			'Every Monday at 8, five nodes read the figures of your calls: the last 7 days, the last 14 days, outcomes, days and credits.',
			'**Own numbers** compares the answer rate of each number that you call from with the week before. It names one that fell more than the others: phones may show it as unwanted.',
			'**Scores** reads the scores of calls from a data table, if you have one.',
			'**Figures** adds them up. The name of an agent begins with its client, as in *Harbor Dental: reception*: all agents of a client are one row, beside the week before.',
			'**Report** draws a page with charts, and **Save report** writes it into a file.',
			'**Send report** attaches the page to an email. It is switched off.',
		],
		setup: [
			'Click *Execute workflow*, and open the output of **Report** to see the page.',
			'Compare the names in **Figures** with the output of the nodes before it. If your platform has others, drag yours into it.',
			'If the page lists calls that are not counted, add the status words of your platform in **Own numbers**.',
			'Choose your data table with the columns agent, called_at and score in **Scores**. Without one, the page has no scores.',
			'For email, choose your credential and the address in **Send report**, and activate it.',
			'Publish the workflow.',
		],
		customization: [
			'Change day and hour in **Every Monday at 8**.',
			'Change colours and texts of the page in **Report**.',
			'n8n Cloud has no folder for files: delete **Save report** there.',
		],
		notes: {
			'Note 1':
				'**Every Monday at 8: the calls of the last 7 days as a page with charts, and each client beside the 7 days before.** A client is what the name of an agent has before a colon. The days of the chart are those of UTC.',
			'Note 2':
				'**Report** draws the page: its output shows it, and no other service gets your figures. The file is `weekly-report.html` in the folder **.n8n-files**, and in the output of **Report as file**.',
		},
	},
	'credit-guard.json': {
		title: 'Pause expensive AI calling campaigns with alerts in Slack or Gmail',
		howItWorks: [
			'Every 15 minutes, **Get campaigns** reads your campaigns, and **Calling now** keeps those that are calling.',
			'**Get figures** reads the credits that each has used, and how many people it has reached.',
			'**Over a limit?** compares them with your limits: 250 credits, or fewer than 40 percent reached of at least 20 contacts. One limit is enough.',
			'**Pause** pauses the campaign. You can resume it: the next run pauses it again if it is still over a limit.',
			'**Message** says what was paused, or what could not be paused. **Write down** adds it to a file. Slack and email are ready, and switched off.',
		],
		setup: [
			'Set your own limits in **Over a limit?**.',
			'Run it while a campaign is calling. If your platform has other names for these figures, drag them from the output of **Get figures** into **Over a limit?** and **Message**.',
			'For Slack or email, choose your credential and the channel or address in the node, and activate it.',
			'Publish the workflow.',
		],
		customization: [
			'Between two runs, campaigns continue: set **Every 15 minutes** as short as your limits demand.',
			'n8n Cloud has no folder for files: delete **Write down** there.',
		],
		notes: {
			'Note 1':
				'**Every 15 minutes: pauses campaigns that cost too much or reach too few people.** It looks only at campaigns that are calling. One limit in **Over a limit?** that is reached is enough.',
			'Note 2':
				'**A message for each campaign that this run has paused.** The messages are in `credit-guard.txt` in the folder **.n8n-files**. Slack and email are ready, but switched off.',
		},
	},
	'agents-in-git.json': {
		title: 'Back up AI voice agents to files and GitHub every night',
		howItWorks: [
			'Every night at 2, **Get agents** and **Export** read all of your agents. Each becomes one document without IDs and secrets.',
			'**Changed?** compares each agent with the document of the night before, which is in a data table. If nothing has changed, the workflow ends.',
			'**Save file** writes each changed agent into a file.',
			'GitHub is ready, and switched off: it shows what changed, line by line.',
			'**Remember** writes the document into the data table, and **Tell the team** sends one message with the names to Slack. It is switched off, too.',
		],
		setup: [
			'Create the data table **agents** with the text columns agent_id, name, document. Choose it in **Changed?** and **Remember**.',
			'For GitHub, choose your credential, owner and repository in both GitHub nodes, and activate them.',
			'For Slack, choose your credential and channel in **Tell the team**, and activate it.',
			'Click *Execute workflow*: the first time, all agents are new. Then publish the workflow.',
		],
		customization: [
			'Change the hour in **Every night at 2**.',
			'n8n Cloud has no folder for files: delete **Save file** there, and connect **Changed?** with **Change in GitHub**.',
		],
		notes: {
			'Note 1':
				"**Every night, each agent becomes a file.** It has no IDs and no secrets. **Changed?** compares each agent with yesterday's, which is in a data table. If nothing has changed, there is no message.",
		},
	},
	'roll-out.json': {
		title: 'Update AI voice agents of all clients from one template with approval',
		howItWorks: [
			'You click *Execute workflow*. **Template** exports the agent that you keep as a template.',
			'**Clients** reads your clients. In the texts of the template, {{company}} and {{opening_hours}} become the values of each client.',
			'**Dry run** compares the agent of each client with the template, and changes nothing.',
			'**Approve** shows the differences in a form. The workflow waits until you decide, also for days.',
			'**Apply** changes the agents, or creates those that are missing.',
		],
		setup: [
			'Write {{company}} and {{opening_hours}} into the texts of one agent, and choose it in **Template**.',
			'Create the data table **clients** with the text columns company and opening_hours, one row for each client. Choose it in **Clients**.',
			'Name the agents of your clients like *Harbor Dental: reception*: they are found by this name.',
			'Run it, and open the form of **Approve** to see the differences. It needs n8n 2.0 or newer.',
		],
		customization: [
			'For other placeholders, add columns to the table, and their names in **Document**.',
			'What is empty or off in the template stays as the client has it.',
			'After an error, run it again: agents that are up to date are not changed.',
		],
		notes: {
			'Note 1':
				'**One agent for all clients.** **Template** is the agent that you keep. In its texts, {{company}} and {{opening_hours}} are replaced by the columns of the table **clients**. Needs n8n 2.0 or newer.',
			'Note 2':
				'**Nothing is changed before a person agrees.** The workflow waits for that, also for days. An agent named like *Harbor Dental: reception* is changed, or created if there is none.',
		},
	},
	'new-client.json': {
		title: 'Create an AI voice agent for a new client from a web form',
		howItWorks: [
			'You fill in the form **New client**: company, opening hours, and a price list as PDF.',
			'**Upload document** makes the price list a document that the agent can look into.',
			'**Create agent** makes an agent, and **Apply template** gives it all that the agent in **Template** has: instructions, functions and analysis, with the values of the form.',
			'**Free number** takes a phone number that you own and do not use, and **Assign number** gives it to the agent.',
			'If a step fails, the lower row undoes the steps before it. If it is not known whether the agent has its number, nothing is deleted.',
		],
		setup: [
			'Write {{company}} and {{opening_hours}} into the texts of one agent, and choose it in **Template**.',
			'Buy a phone number on your platform that no agent has.',
			'Give the form a login: *Authentication* of **New client**. Without one, everybody who knows the address can use it.',
			'Click *Execute workflow* to try the form, and publish the workflow.',
		],
		customization: [
			'For more questions, add fields to the form, and placeholders with the same meaning in **Apply template**.',
			'Put your CRM in place of the form to begin when a deal is won.',
		],
		notes: {
			'Note 1':
				'**A form makes an agent for a new client.** It has all of the agent in **Template**. While a document is still being processed, **Apply template** tries again: five tries in all.',
			'Note 2':
				'**If a step fails, the steps before it are undone**: the lower row. **Its numbers** looks whether the agent has the number. If that is not known, nothing is deleted. Look into **Assign number** for the reason: often no number is free.',
		},
	},
	'agent-gets-worse.json': {
		title: 'Monitor the success rate of an AI voice agent with alerts in Slack or Gmail',
		howItWorks: [
			'Every minute, **When the agent gets worse** looks at the success rate of one agent in the last 3 days.',
			'If the rate falls below your limit, the workflow starts once. The next message comes only after the rate was within the limit again.',
			'**Message** writes the rate and the limit in one sentence.',
			'**Write down** adds it to a file. **Tell the team** sends it to Slack, and **Send email** to Gmail: both are ready, and switched off.',
		],
		setup: [
			'Choose your agent in **When the agent gets worse**, and set the days and the limit there. 0.5 is one half of the calls.',
			'Click *Fetch Test Event*: it shows the rate now. If your platform gives rates in percent, turn on *Options → Rates in Percent*.',
			'For Slack or email, choose your credential and the channel or address in the node, and activate it.',
			'Publish the workflow.',
		],
		customization: [
			'For another agent, copy the workflow. Few calls make a rate that jumps: use more days then.',
			'*Figure* in the trigger has other figures, with limits of their own.',
			'n8n Cloud has no folder for files: delete **Message as text** and **Write down** there.',
		],
		notes: {
			'Note 1':
				'**A message when fewer calls of an agent succeed than before.** Publish it: it looks at the success rate of the last 3 days every minute. **Fetch Test Event** shows the rate now.',
		},
	},
	'do-not-call.json': {
		title: 'Collect do-not-call requests from AI voice agent calls in a data table',
		howItWorks: [
			'Every minute, **When a call has ended** looks for calls that have ended. **Opted out?** keeps those in which the person asked not to be called again.',
			'**Into the list** writes the number, the name and the time into a data table, once for each call.',
			'Every night at 2, **Calls of 7 days** and **Get each call** read the calls of the last 7 days again. Who is missing comes into the list.',
			'If a call could not be read, **Not all were read** ends the run with an error.',
			'**Tell the team** sends a message to Slack. It is switched off.',
		],
		setup: [
			'Add an outcome such as do_not_call to the post-call analysis of your agents: a summary is not read.',
			'Create the data table **do_not_call** with the text columns phone, name, asked_at, call_id. Choose it in **Not in the list yet?** and **Into the list**.',
			'In the workflows that call, read this table with *Return All*, and enter it in *Calling Rules → Do-Not-Call List*.',
			'For Slack, choose your credential and channel, and activate the node.',
			'Publish the workflow.',
		],
		customization: [
			'You can add numbers to the table by hand. A row without a number stops all calls until you fill it in or delete it.',
			'Put your CRM behind **Into the list** to mark the person there, too.',
		],
		notes: {
			'Note 1':
				'**Who asks not to be called again comes into a list.** *opted_out* is true if the outcome, the analysis or the status of the call says so, such as `do_not_call`. A summary is not read.',
			'Note 2':
				'**Nobody in the list is called** if *Calling Rules → Do-Not-Call List* of your calling workflows reads it. A row without a number stops all calls, until you fill it in or delete it.',
		},
	},
	'call-me-tomorrow.json': {
		title: 'Create callbacks from AI voice agent calls with a data table',
		howItWorks: [
			'Every minute, **When a call has ended** looks for calls that have ended. **Wants a call back?** keeps those in which the person asked for a callback.',
			'**When?** reads when: from a date and a time of the post-call analysis, or from words such as "tomorrow at three", in ten languages, by the clock of the caller.',
			'**Create callback** makes one callback for the call, within your calling hours. Who has a callback already gets no second one.',
			'If the minute is not certain, nobody is called: **Into the table** writes *to do*, the sentence and the reason.',
			'**Tell the team** sends a message to Slack. It is switched off.',
		],
		setup: [
			'Add the fields callback_words, callback_date, callback_time and callback_time_zone to the post-call analysis of your agents. Date and time are filled in only if both are certain.',
			'Create the data table **callbacks** with the text columns call_id, phone, said, at, time_zone, state, why, callback_id. Choose it in **Not done yet?** and **Into the table**.',
			'Enter your hours in **Settings**, and your time zone if your callers are in a country with several.',
			'For Slack, choose your credential and channel, and activate the node.',
			'Publish the workflow.',
		],
		customization: [
			'"Tomorrow morning" has no minute: enter one in **Settings** if it may have, such as 10:00.',
			'Put your task list behind **Into the table**.',
		],
		notes: {
			'Note 1':
				'**"Call me tomorrow at three" becomes a callback, once.** **When?** reads date and time of the analysis, or the words of the caller, and makes no guess: what is not certain is *to do* for a person.',
			'Note 2':
				'**Nobody is called twice, or at night.** *Call Again When This Changes* is the call: each leads to one callback at most. Your hours are in **Settings**.',
		},
	},
	'remember-the-caller.json': {
		title: 'Collect what AI voice agents promised to callers in a data table',
		howItWorks: [
			'Every minute, **When a call has ended** looks for calls that have ended.',
			'**To be remembered?** stops those of people who opted out, and calls in which the caller had everything deleted.',
			'**What to remember** takes the name, the summary and the open promise of each call, or only the opt-out. What a call says nothing about stays as it was.',
			'**Remember** writes one row for each number.',
			'A second workflow with a Voice Agent Function Trigger gives the row to the agent in the next call.',
		],
		setup: [
			'Create the data table **callers** with the text columns phone, name, last_summary, open_promise, opted_out, last_call, deleted_in. Choose it in **To be remembered?** and **Remember**.',
			'Add the fields open_promise and caller_name to the post-call analysis of your agents.',
			'Publish the workflow.',
		],
		customization: [
			'To remember something else, add a column to the table and a line to **What to remember**.',
			'To call nobody who opted out, enter the numbers in *Calling Rules → Do-Not-Call List* of your calling workflows.',
		],
		notes: {
			'Note 1':
				'**Each call that ends leaves the name, the summary and the open promise in one row for its number.** In the next call, the agent gets the row from another workflow.',
			'Note 2':
				'**Who opted out leaves nothing but the opt-out**, also in later calls. What a call says nothing about stays as it was: a voicemail does not end a promise.',
		},
	},
	'who-is-this-caller.json': {
		title: 'Give AI voice agents a memory of callers from a data table',
		howItWorks: [
			'You publish the workflow, and the agent has two functions.',
			'When a call begins, the agent uses the function of **Who is this?**. **What is known** returns the row of the caller: name, last summary, open promise, opt-out.',
			'If the caller asks for it, the agent uses the function of **Delete my data**. **Delete the row** takes number, name, summary and promise out of the table.',
			'The ID of that call stays, so that its end does not bring everything back. An opt-out stays, too.',
		],
		setup: [
			'Create the data table **callers** with the text columns phone, name, last_summary, open_promise, opted_out, last_call, deleted_in. Choose it in **What is known** and **Delete the row**. Another workflow writes a row for each call that has ended.',
			'Choose your agent in **Who is this?** and **Delete my data**.',
			'Write into its instructions: use who_is_this before you say anything, and delete_my_data only after a yes.',
			'Publish the workflow. The platform must be able to reach your n8n.',
		],
		customization: [
			'A number can be shared or faked: let the agent ask for the name before it speaks of the last call.',
		],
		notes: {
			'Note 1':
				'**The agent knows who calls.** Publish it: the agent has the functions *who_is_this* and *delete_my_data*. Write into its instructions: use *who_is_this* before you say anything.',
			'Note 2':
				'**Delete my data** takes number, name, summary and promise out of the table. What stays is the ID of that call, so that its end does not bring them back. An opt-out stays.',
		},
	},
	'rehearsal.json': {
		title: 'Run a rehearsal of an AI voice agent with OpenAI before it calls people',
		howItWorks: [
			'You click *Execute workflow*. **Draft** exports the agent that you want to rehearse.',
			'**Callers** has ten people, such as one who is angry, and one who wants no calls.',
			'**Conversation** lets a language model write how the call with each of them goes, by the instructions of the draft. Nobody is called. It is not the model or the voice of your platform, and functions are not called.',
			'**Judge** lets a second model say of each rule in **Rules** whether it was kept.',
			'**Mark** has a row for each caller, and how many percent have passed. What cannot be read has not passed.',
			'If all have passed, **Apply** brings the draft to the live agent. Else **Approve** shows the faults in a form, and a person decides.',
		],
		setup: [
			'Choose your agent in **Draft**.',
			'Choose your credentials in **Chat model** and **Judge model**: OpenAI, or another chat model node. They get the instructions of your agent.',
			'The live agent has the name of the draft and *, live*. To use another name, change it in **Apply**.',
			'Run it, and read the conversations in the output of **Mark**.',
		],
		customization: [
			'Change the callers in **Callers**, and the rules in **Rules**: use those that your agent must keep.',
			'`LIMIT` in **Mark** says from which mark on nobody is asked.',
			'A model can be wrong: call yourself before the agent calls others.',
		],
		notes: {
			'Note 1':
				'**Nobody is called.** A language model of n8n plays ten callers, and the agent by the instructions of **Draft**. It is not the model or the voice of your platform, and calls no functions. A second one judges.',
			'Note 2':
				'**Mark has one row for each caller**, and how many percent have passed. What cannot be read is *not judged*, and has not passed. If all have passed, **Apply** brings the draft to the live agent. If not, **Approve** asks a person.',
			'Note 3':
				'**The live agent** has the name of the draft and *, live*. If there is none, it is created. Choose your credentials in **Chat model** and **Judge model**.',
		},
	},
	'score-a-call.json': {
		title: 'Score AI voice agent calls in a data table with OpenAI',
		howItWorks: [
			'Every minute, **When a call has ended** looks for calls that have ended. **Conversation?** leaves out those with fewer than two lines, such as a message on a voicemail.',
			'**Criteria** has five questions, such as: did the agent say who is calling?',
			'**Judge** sends the questions and the transcript to a language model. It answers each with yes or no, and one sentence.',
			'**Score** says how many percent are yes.',
			'**Into the table** writes the score and the answers into a data table, one row for each call. If no answer can be used, the score is empty.',
		],
		setup: [
			'Choose your credential in **Chat model**: OpenAI, or another chat model node. The model gets the transcripts: choose one that may have them.',
			'Create the data table **call_scores** with the text columns call_id, agent_id, agent, called_at, score, answers. Choose it in **Into the table**.',
			'Publish the workflow. *Start From* in the trigger also brings the calls of the last day.',
		],
		customization: [
			'Write your own questions into **Criteria**, also more or fewer. Scores before and after such a change do not compare.',
			'A model can be wrong: read the answers before you act on a score.',
		],
		notes: {
			'Note 1':
				'**Each conversation gets a score from 0 to 100.** A language model answers the questions in **Criteria** with yes or no and one sentence. The score says how many percent are yes.',
			'Note 2':
				'**The scores are in the data table call_scores**, one row for each call. Without an answer that can be used, `score` is empty, and `answers` says why. The model can be wrong.',
		},
	},
};
