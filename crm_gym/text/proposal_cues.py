"""English cues of what is proposed or put up for a yes, and of how a talk pauses or ends."""

PROPOSAL_CUES = {
    "confirm": """
        still like/want/wish to, like to proceed/continue/authorise, like to go ahead, press/hit/click send/submit/go,
        press/push/hit the button, make it happen, get it/that/this done, set it in motion, start it off, so instruct,
        is that the instruction, those your instructions, anyway, regardless, nonetheless, nevertheless, all the same,
        even so, despite, [still] what you want/wanted/meant/had/need/are |,
        still ok/fine/good/right/on/want/send/buy/pay/do, how does that/this sound/look, how is that, what do you say,
        may i go, may i submit/send/file/book,
        is this/that/it what you want/wanted/mean/meant/had/intended/asked/need, would you like that/this |,
        would you like me to |, would you like me to do so/that/this/it |, shall i |, shall we |, should i |, may i |,
        want me to |, do you want me to |, can i |, do you want that/this |, is that a yes,
        shall/should/may/can i/we do/submit/file/hand/make/put/book/lodge/send/execute/process/enter/place/finalise/
        complete/continue/proceed/go [so/this/that/it/these/both/them] [in/through/on/ahead] [now/then/for] [you] |,
        shall i do both/all/so/it/that/this, shall i make the transfer/payment/change, set to go, are we good,
        can we go, are we clear to, do we have a deal, are these/those/the, is the above, is all of this,
        is this/that fine/good/ok/right/all with/by you, fine with you, ok with you, all right with you, suits you,
        is that right, is this right, is that correct, is this correct, is it correct, is everything correct,
        is all [of] that correct, is the above correct, is it right, have i got it, have i got that right,
        did i get that right, do i have that right, go ahead, shall i proceed, should i proceed, me to proceed,
        may i proceed, may we proceed, can i proceed, ok to proceed, ok to log, ok to do, ok to, happy to proceed,
        want to proceed, wish to proceed, good to go, ready to go/send/proceed/continue, all correct,
        all right so far, please confirm that, please confirm, kindly confirm, confirm that the, can you confirm,
        could you confirm, do i have your, your go-ahead, are you sure, are you certain, if you are certain,
        are we agreed, do you agree, do you consent, do you confirm, want to continue, like to continue,
        wish to continue, shall i continue, me to continue, want to go on, like to go on, continue anyway,
        do it anyway, send it anyway, agreed, all right, does that look, does this look, does that sound right,
        look right, looks right, looks good, everything correct, do you still want, still want me to, still wish,
        on that basis, to be submitted as it stands, may i do that, should i do that, shall i do that, shall i do it,
        should i do it, want me to do that, is this so in order, in order for you, is this what, is that what,
        happy for me to, | are you |, ready for me to, correct address, shall i submit, shall i send it,
        should i send it, shall i put it through, send it like that, may i hand that in, give me the go-ahead,
        give me the green light, the green light, do you approve, can you approve, do you authorise, do you authorize,
        with your permission, is that ok, is this ok, are you ok with, are you happy with, are you happy to,
        are you happy for, sound right, that all correct, that correct, did i understand, have i understood,
        do i understand, am i right, is that accurate, is this accurate, should that be, make that official,
        i have that right, have it right, got it right, got that right, yes to go, waiting for your ok,
        your approval to, your confirmation, to confirm, as it stands, shall we go, just say the word, say the word,
        one word from you, you want to move,
        | proceed with/to, | go ahead with, | continue with,
        do i/we send/submit/file/go/proceed/put/hand/make/pay/charge/book/cancel/schedule/do,
        your final answer/word/decision,
        on the same page,
        | yes to all/both/these/this/that, yes to all three/four/of
    """,
    "say yes": """
        you are [kindly] requested/asked/invited/required to confirm/approve/authorise/authorize/consent,
        you are hereby requested/asked to confirm/approve/authorise,
        with your [final/explicit/express/written/formal/kind/clear] approval/consent/ok/confirmation/permission/
        agreement/blessing/nod/yes,
        need/require/await/awaiting/want/have/get/upon/on/for/until/pending/give/grant/obtain/seek your/the/a
        [final/explicit/express/written/formal/kind/clear] approval/consent/ok/confirmation/permission/authorisation/
        authorization/agreement/blessing/nod/yes/word, need/require/await/awaiting/want/with/upon/on/until your go,
        give me/us the/your/a [final/quick] word/nod/ok/go/approval/consent/thumbs/green/yes/confirmation/permission,
        if/whether i/we should/may/can go/proceed/send/do/continue/submit, whether to proceed/go/send, say the word,
        tell me/us yes/ok/go, tap/press/hit/click/send/drop yes/ok/confirm/proceed,
        once/when/if you confirm/approve/agree/consent/authorise/authorize/nod,
        as soon as you confirm/approve/agree/say, after you confirm/approve/agree,
        on your word/command/signal/instruction/confirmation/approval/mark/go, at your word/command/signal,
        only your yes/ok, if/once you are happy, if you are ok, if you are fine, a nod,
        yes/ok/word/nod/go/confirmation/approval from you, yes and i will, ok and i will, yes and i, go and i will,
        yes is all, upon your, waiting for your go, if so i will, if you would like me to do so, please approve,
        kindly approve, please authorise, please authorize,
        say/reply/type/answer/write/respond [with] [a] yes/ok/confirm/go/y/proceed, confirm with yes, yes or no,
        thumbs up, yes to go, yes to schedule/confirm/proceed/continue, just say the word,
        if that/this/it/everything/all is good/right/correct/ok/fine/well/accurate,
        if everything looks/is/sounds good/right/correct/fine/ok, if i have that right, if i have it right,
        if i got that right, if i have understood, if that looks/sounds good/right/correct/fine/ok,
        if you are certain/sure, if that/this works, if you are happy with that/this/it, once you say yes,
        with your ok, on your say so, a yes is enough, a simple yes, y and |, y no |, | yes no |, ok no |,
        give me a yes, give me the nod, just nod,
        if that/this/it/everything/all is in order, if everything/all is as it should
    """,
    "as wanted": """
        as/like you [had/have/just/originally] planned/wanted/asked/requested/instructed/wrote/said/wished/intended/
        described/told, as planned, as requested, as discussed, as agreed
    """,
    "helped": """
        did that help, did this help, did that answer, has that helped, does that help, does that answer,
        does that make sense, was that helpful, does this help, does that clear, is that clear, has it arrived,
        did it arrive, has that arrived, are you ok |, are you alright |, are you all right |,
        is everything ok with you, are you safe, did you get it, have you got it, did you receive, have you received,
        is it working, does it work, did that work, make sense |
    """,
    "which of these": """
        what do you think, what do you say, any preference, your preference, does either, do either, would either,
        which one sounds, what sounds, any of these/those/that,
        which would you prefer/like/rather, which do you prefer/want, what would you prefer/rather, what do you prefer,
        which suits you, which one would you prefer/rather, which one do you prefer, which sounds better,
        which of these would you, which of the two would you, which is better for you, which option, what suits you,
        what works better, what works best, which works best, which works better, which of these do you, up to you,
        your choice, which of those would you, which way would you,
        which/what shall/should/will it be, which is it to be, what is it to be
    """,
    "more of": """
        any/some/further/more/other/another/additional/else/extra help/assistance/question/questions/request/requests/
        matter/matters/issue/issues/concern/concerns/query/queries/ enquiry/support/wish/wishes/thing/things/point/
        points/topic/topics/service/business/problem/problems,
        any/some other/more/further help/assistance/question/questions/request/requests/matter/matters/thing/things,
        be all/everything/it, that all/everything |, that all/everything for/today/you/now/then/sorted, that it |,
        nothing else, nothing more, nothing further, this all, no more questions, no other questions,
        no further questions, be of service, be of assistance, are we done, all done for, that do |, need more,
        of help today, on your list, on your mind, add to that, left to do, still open for you
    """,
    "ways": """
        ways forward, either of these/those/them, one of these, couple of ways, couple of options, few ways,
        either of, what would be possible, these options, two ideas, two ways, two options, options, we could do,
        choices, alternatives, possibilities, three ways, a few options, some options, what we can do,
        matter of taste, question of taste,
        what i can do, what can be done
    """,
    "works too": """
        any use, work instead, work for you, suit you, be better, be ok instead, do instead, help instead, help you,
        be useful, be of use, be of any use, do the trick, be an idea
    """,
    "propose": """
        shall i, shall we, should i, should we, may i, can i, could i, do you want me to, would you like me to,
        want me to, would you want me to, would you prefer [that] i, can we, do you want to, do you want,
        would you like to, would you like, want to, want, would you rather, would you prefer, how about, what about,
        fancy, interested in, why do not we, why do not i, is it ok if i, would it help if i, would it be ok if i,
        like me to, or do you want to, do you need, care for, any interest in, would you be interested in,
        are you interested in, would you feel better, would it be better, does it make sense to,
        does it make sense if i, would it make sense to, will i, are you ok with me, should we try, shall we try,
        would it suit you, would you be ok with, would you be happy with, what if i, what if we, is it worth,
        do we want to, will you let me, would you let me, you want me to, you want that i, you like me to,
        would you care, or shall i, or should i, do you wish, would it help to, need me to,
        do you instruct/authorise/authorize/permit/allow me/us to,
        do you nevertheless/still/also/then/therefore wish/want me/us to, wish me/us to, want us to, like us to,
        would you have me/us,
        you want [also] that i, you want [also] me to
    """,
    "an option": """
        would be an option, is an option, would be possible, is possible, would be an alternative, is still possible,
        remains possible, is still an option, remains an option, remains open, is open to you
    """,
    "offer": """
        | let us, i would like to, we would like to, we should, would it help, if you would like me,
        which i can/could, which we can/could, TEAM could, or you, or we, or i, either we, either i,
        you may nonetheless, you may however, you may still, you may instead, what about, you are free to, we might,
        i will be happy, i would be ready, it would be possible, my offer, our offer, we offer, i offer,
        if that works, if you fancy, if you would rather, if you want me to, should you so wish, at your request,
        on request, one possibility, a possibility, a way forward, better idea, worth trying, my idea, i can, i could,
        we can, we could, i am able to, we are able to, i would be able to, i would be happy to, we would be happy to,
        i would be glad to, we would be glad to, we should be glad to, i am happy to, i will gladly, happy to,
        glad to, pleased to, prepared to, what i could do is, what i can do is, there is the option, one option is,
        another option, you could also, alternatively, if you like, if you want, if you wish, if you agree,
        if you prefer, if it helps, ready to, can take it from here, remains open to you, you may also, entitled to,
        might like to know, i am free to, i might, an alternative, i may, two ideas, two ways, options, instead,
        let me offer, i propose, i suggest, i would suggest, i would propose, i would recommend, i recommend,
        my suggestion, my advice, you have the option, there is another way, it is possible to, we can try, i can try,
        the best i can do, the most i can do, what i can offer, all i can do is, i would gladly, i will happily,
        willing to, i would be willing to, if you are interested, if that helps, feel free to ask me to,
        let me know if you want me to, let me know if you would like me to, just say if, should you want,
        should you wish, should you prefer, if it is any help, you are up for, you feel up for, i could try,
        we propose, we suggest, what remains is, i can still, i can also, we can also, i could also,
        if you would like, if that suits you,
        if that/this/it is preferred/wanted/wished/desired, i am in a position to, we are in a position to
    """,
    "more": """
        answered all/everything/your, all your questions, something other i/we, anything other i/we, anything else,
        anything further, anything more, anything other, what more, any further, any more questions,
        any other question/questions/matter/thing/request/issue/concern, something more, help you further,
        help further, assist you further, more questions, more to do, else i, else we, you got everything,
        have everything you, that be all, is there more, you are all set for today, happy to help again,
        need us again, need me again, something else, other question, other questions, further questions, what else,
        further assistance, anything i can do for you, anything i can do, further help, is that all |,
        is that all for/then/you/now/today/ok,
        that all for today, any questions, anything left, else i can, else can i, else you need, else on your,
        else for you, all for today, be of further, help with today, other matter, another matter, need more help,
        more i can, somewhere else i can
    """,
    "bye": """
        bye, goodbye, good bye, bye bye, cya, see you, see ya, take care |,
        take care and/now/then/there/out/bye/everyone, take care of yourself, | take care, farewell, | so long |,
        mind how you go, until next time, until the next time,
        have a good/nice/great/lovely/fab/wonderful/pleasant/beautiful/fantastic/safe,
        have an excellent/amazing/awesome, have yourself, enjoy your day/evening/weekend/week/afternoon/trip/holiday,
        enjoy the rest, enjoy the day/evening/weekend/afternoon, wish you a, wish you beautiful/nice/good,
        wish you an, all the best, good night, best wishes, kind regards, ciao, cheerio, till next time,
        come back any time, here whenever you need, here if you need, glad i could help, glad to have helped,
        happy to have helped, thanks for banking, thank you for banking, thank you for choosing, thanks for choosing,
        thank you for calling, thanks for chatting, nice chatting, have a great, have a good, speak soon, talk soon,
        | until tomorrow |, look after yourself, stay safe, be well, over and out, toodle, hear from you again,
        good evening to you, come back anytime, always here to help, reach out any time, do not hesitate to
    """,
    "bye at last": """
        good day, thank you for getting in touch, thanks for reaching out, thank you for contacting,
        thanks for contacting, thanks for your time, thank you for your time, thanks for getting, thank you for being,
        thanks for being a, pleasure helping, pleasure to help, pleasure assisting, nice to help
    """,
    "hold": """
        | let us try again, | let us see, | let us have a look, | let us check, | let us start, | let us get,
        | second |, | second system, | sec, short while, a while, allow me a,
        #/one/two/three/few/couple/couple-of/of second/seconds/min/minute/minutes/moment/moments/mo/tick/ticks, brb,
        back in, in a bit, in a mo, just a bit, a tick, hang on, no time at all, any second now, right away,
        straight away, right on it, won't take long, will not take long, patience please, please be patient, one mo,
        wait please, a jiffy, one moment, a moment, one sec, one second, a sec, a second, a few seconds, one minute,
        a minute, a min, two minutes, a couple of minutes, bear with, hold on, hang on, hang in there, hang tight,
        please wait, please to wait, stay on the line, stand by, sit tight, working on it, still looking,
        looking into it, looking into this, request/appreciate/ask your patience, your patience while, be right back,
        right back to you, be back in, on it, give me a, this may take, won't be long, will not be long, almost there,
        nearly there, checking now, let me check, let me see, brief moment, while i look, while i check,
        is being carried out, shortly, in a jiffy, just a tick, coming right up, just a moment, just a second,
        just a sec, just a minute, a bit of patience, a little patience, for a moment, for a second, for a minute,
        this will take, it will take a, take a minute, take a moment, take a few, while i get, while i do,
        while i run, while i find, while i pull, while i go, let me look, let me pull, let me find, let me get,
        let me see what, let me take, as we speak, back in a, with you in a, back to you in, one tick, wait a,
        hold the line, not be long, in a minute, in a moment, in a second, in a sec, loading, please stand by,
        coming up, hold tight, momentarily, please hold, back with you, will do,
        return to you, revert to you, get back to you presently
    """,
    "promise": """
        i will, let me, i am going to, i am now, we will, we are going to, i am trying, i am just, i search,
        i am checking, i am looking, i am pulling, i am opening, i am sending, i am about to, i shall, will now be,
        i am starting, i am getting, i am on, i go, allow me to, i want to check, i would like to check, opening,
        checking, pulling up, looking up, sending it, we shall, i am running, i am reviewing, i am processing,
        i am transferring, i am freezing, i am cancelling, i am preparing, i am reading, i am contacting,
        i am asking, going to, we are checking, we are looking
    """,
}
"""Per cue a list of phrases; TEAM and DECIDER stand for words of `crm_gym.text.cues`."""
