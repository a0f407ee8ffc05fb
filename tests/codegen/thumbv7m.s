constant:
	push	{r7, lr}
	mov	r7, sp
	movw	r1, :lower16:_ZN7codegen9MODEL_ROWE
	movt	r1, :upper16:_ZN7codegen9MODEL_ROWE
	ldm.w	r1!, {r2, r3, r12, lr}
	stm.w	r0!, {r2, r3, r12, lr}
	ldm.w	r1, {r2, r3, r12, lr}
	stm.w	r0, {r2, r3, r12, lr}
	pop	{r7, pc}

multiplier:
	subs	r1, r0, #1
	tst	r0, r1
	beq	.LBB1_14
	push	{r4, r5, r6, r7, lr}
	add	r7, sp, #12
	push.w	{r8, r9, r11}
	clz	r1, r0
	lsl.w	lr, r0, r1
	lsr.w	r0, lr, #16
	orr	r3, r0, #32768
	mov.w	r0, #-2147483648
	uxth.w	r12, lr
	udiv	r0, r0, r3
	cmp.w	r3, #32768
	mul	r1, r0, r3
	rsb.w	r1, r1, #-2147483648
	beq	.LBB1_3
	mul	r2, r0, r12
	lsls	r4, r1, #16
	cmp	r2, r4
	mov	r2, r0
	bls	.LBB1_6
.LBB1_3:
	subs	r2, r0, #1
	add	r1, r3
	movs	r4, #0
	cmp.w	r4, r1, lsr #16
	bne	.LBB1_6
	mul	r4, r2, r12
	lsls	r5, r1, #16
	cmp	r4, r5
	bls	.LBB1_6
	subs	r4, r0, #2
	add	r1, r3
	mul	r2, r4, r12
	cmp.w	r2, r1, lsl #16
	mov	r2, r4
	it	hi
	subhi	r2, r0, #3
	cmp.w	r1, #65536
	it	hs
	movhs	r2, r4
.LBB1_6:
	mul	r0, lr, r2
	mov.w	r8, #0
	rsbs	r1, r0, #0
	udiv	r0, r1, r3
	mls	r5, r0, r3, r1
	cmp.w	r8, r0, lsr #16
	bne	.LBB1_8
	mul	r6, r0, r12
	lsls	r4, r5, #16
	cmp	r6, r4
	mov	r4, r0
	bls	.LBB1_13
.LBB1_8:
	add	r5, r3
	subs	r4, r0, #1
	cmp.w	r8, r5, lsr #16
	bne	.LBB1_13
	cmp.w	r8, r4, lsr #16
	bne	.LBB1_11
	mul	r9, r4, r12
	lsls	r6, r5, #16
	cmp	r9, r6
	bls	.LBB1_13
.LBB1_11:
	add	r3, r5
	subs	r4, r0, #2
	cmp.w	r8, r3, lsr #16
	bne	.LBB1_13
	mul	r6, r4, r12
	subs	r0, #3
	cmp.w	r6, r3, lsl #16
	mov	r3, r4
	it	hi
	movhi	r3, r0
	movs	r6, #0
	cmp.w	r6, r4, lsr #16
	it	ne
	movne	r3, r0
	mov	r4, r3
.LBB1_13:
	orr.w	r0, r4, r2, lsl #16
	mul	r2, r4, lr
	rsb	r1, r2, r1, lsl #16
	cmp.w	r1, #-2147483648
	it	hi
	addhi	r0, #1
	orr	r0, r0, #-2147483648
	pop.w	{r8, r9, r11}
	pop	{r4, r5, r6, r7, pc}
.LBB1_14:
	lsls	r0, r0, #31
	mov.w	r0, #-1
	it	eq
	moveq.w	r0, #-2147483648
	bx	lr

pack_modulus:
	push	{r4, r6, r7, lr}
	add	r7, sp, #8
	uxtb.w	lr, r0
	cmp.w	lr, #159
	bhi	.LBB2_3
	and	r12, r0, #31
	mov.w	r1, #-1
	lsr.w	r12, r1, r12
	movs	r1, #1
	orr.w	r1, r1, lr, lsr #4
	cmp	r1, r12
	it	hi
	pophi	{r4, r6, r7, pc}
.LBB2_2:
	ldr	r1, [r7, #8]
	orr.w	r0, r3, r0, lsl #24
	mov.w	r12, #0
	mov.w	lr, #6400
	movs	r4, #64
	orr	r2, r2, #3
	strd	r2, r0, [r1]
	strd	r4, lr, [r1, #8]
	strd	r12, r12, [r1, #16]
	strd	r12, r12, [r1, #24]
.LBB2_3:
	pop	{r4, r6, r7, pc}

padded_count:
	push	{r7, lr}
	mov	r7, sp
	add.w	r1, r0, #536870912
	cmp.w	r1, #536870912
	itt	ls
	movls	r0, #0
	popls	{r7, pc}
.LBB3_1:
	orr	r2, r0, #3
	cmp	r0, #8
	bhs	.LBB3_3
	adds	r0, r2, #1
	rbit	r1, r0
	clz	r1, r1
	lsrs	r0, r1
	and	r0, r0, #6
	orr.w	r0, r1, r0, lsl #4
	pop	{r7, pc}
.LBB3_3:
	clz	r0, r2
	rsb.w	r1, r0, #28
	lsrs	r2, r1
	subs	r2, #8
	cmp	r2, #5
	bhi	.LBB3_8
	tbb	[pc, r2]
.LBB3_6:
	rsb.w	r0, r0, #62
	pop	{r7, pc}
.LBB3_7:
	rsb.w	r0, r0, #125
	pop	{r7, pc}
.LBB3_8:
	rsb.w	r0, r0, #32
	pop	{r7, pc}
.LBB3_9:
	orn	r0, r1, #127
	pop	{r7, pc}
.LBB3_10:
	rsb.w	r0, r0, #93
	pop	{r7, pc}

set_address:
	push	{r7, lr}
	mov	r7, sp
	ldrb	r1, [r0, #7]
	orr.w	r1, r3, r1, lsl #24
	str	r1, [r0, #4]
	ldr	r1, [r0]
	and	r1, r1, #63
	orrs	r1, r2
	str	r1, [r0]
	pop	{r7, pc}

static_access:
	push	{r7, lr}
	mov	r7, sp
	movw	r0, :lower16:_ZN7codegen9MODEL_ROWE
	movt	r0, :upper16:_ZN7codegen9MODEL_ROWE
	pop	{r7, pc}

table_multiplier:
	mov	r2, r0
	uxtb.w	r12, r0
	movs	r0, #1
	orr.w	r3, r0, r12, lsr #4
	and	r2, r2, #31
	lsl.w	r2, r3, r2
	umull	r2, r3, r1, r2
	cmp	r3, #0
	itt	ne
	movne	r0, #0
	bxne	lr
.LBB6_1:
	cmp	r2, #1
	it	hi
	movhi	r0, r2
	subs	r2, r0, #1
	tst	r0, r2
	beq	.LBB6_4
	cmp	r1, #17
	bhs	.LBB6_5
	movs	r0, #0
	movw	r2, :lower16:_ZN15mali_instancing6lookup9generated10ROUND_DOWNE
	cmp.w	r12, #160
	it	lo
	lsrlo.w	r0, r12, #5
	movt	r2, :upper16:_ZN15mali_instancing6lookup9generated10ROUND_DOWNE
	add.w	r0, r2, r0, lsl #6
	add.w	r0, r0, r1, lsl #2
	ldr	r0, [r0, #-4]
	orr	r0, r0, #-2147483648
	bx	lr
.LBB6_4:
	lsls	r0, r0, #31
	mov.w	r0, #-1
	it	eq
	moveq.w	r0, #-2147483648
	bx	lr
.LBB6_5:
	push	{r7, lr}
	mov	r7, sp
	movs	r1, #0
	bl	_ZN15mali_instancing6lookup8computedE
	pop.w	{r7, lr}
	orr	r0, r0, #-2147483648
	bx	lr

table_padded_count:
	push	{r7, lr}
	mov	r7, sp
	subs	r1, r0, #1
	cmp	r1, #255
	bhs	.LBB7_2
	movw	r1, :lower16:_ZN15mali_instancing6lookup9generated13PADDED_COUNTSE
	movt	r1, :upper16:_ZN15mali_instancing6lookup9generated13PADDED_COUNTSE
	ldrb	r0, [r1, r0]
	pop	{r7, pc}
.LBB7_2:
	add.w	r1, r0, #536870912
	cmp.w	r1, #536870912
	itt	ls
	movls	r0, #0
	popls	{r7, pc}
.LBB7_3:
	orr	r2, r0, #3
	clz	r0, r2
	rsb.w	r1, r0, #28
	lsrs	r2, r1
	subs	r2, #8
	cmp	r2, #5
	bhi	.LBB7_8
	tbb	[pc, r2]
.LBB7_6:
	rsb.w	r0, r0, #62
	pop	{r7, pc}
.LBB7_7:
	rsb.w	r0, r0, #125
	pop	{r7, pc}
.LBB7_8:
	rsb.w	r0, r0, #32
	pop	{r7, pc}
.LBB7_9:
	orn	r0, r1, #127
	pop	{r7, pc}
.LBB7_10:
	rsb.w	r0, r0, #93
	pop	{r7, pc}

with_address:
	push	{r4, r5, r7, lr}
	add	r7, sp, #8
	orr	r1, r3, #654311424
	orr	r2, r2, #4
	strd	r2, r1, [r0], #8
	movw	r1, :lower16:_ZN7codegen9MODEL_ROWE
	movt	r1, :upper16:_ZN7codegen9MODEL_ROWE
	add.w	r12, r1, #8
	ldm.w	r12, {r1, r2, r3, r4, r5, lr}
	stm.w	r0, {r1, r2, r3, r4, r5, lr}
	pop	{r4, r5, r7, pc}
